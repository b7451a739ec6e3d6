import type { Channel, RecipientProfile } from '@crier/domain';
import { eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../client.js';
import { toIso } from '../client.js';
import type { Orm } from '../orm.js';
import { recipients } from '../schema/recipients.js';

export interface DirectoryEntry extends RecipientProfile {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type Row = typeof recipients.$inferSelect;

const FIELDS = ['name', 'email', 'phone', 'whatsapp', 'locale', 'timezone'] as const;

const toProfile = (row: Row): RecipientProfile => ({
  ...Object.fromEntries(FIELDS.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]]))),
  ...(row.channels === null ? {} : { channels: row.channels as Channel[] }),
});

const toEntry = (row: Row): DirectoryEntry => ({
  id: row.id,
  ...toProfile(row),
  createdAt: toIso(row.createdAt) as string,
  updatedAt: toIso(row.updatedAt) as string,
});

/** Creates or replaces a directory entry: what the profile leaves out is forgotten. */
export const putRecipient = async (
  orm: Orm,
  id: string,
  profile: RecipientProfile,
): Promise<{ entry: DirectoryEntry; created: boolean }> => {
  const values = {
    ...(Object.fromEntries(FIELDS.map((field) => [field, profile[field] ?? null])) as Record<
      (typeof FIELDS)[number],
      string | null
    >),
    channels: profile.channels ? [...profile.channels] : null,
  };
  const [row] = await orm
    .insert(recipients)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: recipients.id, set: { ...values, updatedAt: raw`clock_timestamp()` } })
    .returning();
  if (row === undefined) throw new Error('the directory answered nothing');
  return { entry: toEntry(row), created: row.createdAt === row.updatedAt };
};

/** One directory entry, or undefined. */
export const getRecipient = async (orm: Orm, id: string): Promise<DirectoryEntry | undefined> => {
  const [row] = await orm.select().from(recipients).where(eq(recipients.id, id));
  return row && toEntry(row);
};

/**
 * Erases a person: the directory entry, the link from number to id, and the addresses on their deliveries; what was sent
 * stays provable without them. What still waits for them is suppressed as `cancelled`. True if anything was known.
 */
export const eraseRecipient = (sql: Sql, id: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    const entry = await tx`DELETE FROM recipients WHERE id = ${id}`;
    const [person] = await tx<
      { n: number }[]
    >`UPDATE people SET external_id = NULL WHERE external_id = ${id} RETURNING n`;
    if (person === undefined) return entry.count > 0;
    await tx`
      WITH l AS MATERIALIZED (SELECT id FROM deliveries WHERE person = ${person.n} ORDER BY id FOR NO KEY UPDATE), moved AS (
        UPDATE deliveries d SET address = NULL, name = NULL,
          state = CASE WHEN d.state IN ('pending', 'queued', 'held', 'waiting_document', 'retrying') THEN 'suppressed' ELSE d.state END,
          reason = CASE WHEN d.state IN ('pending', 'queued', 'held', 'waiting_document', 'retrying') THEN 'cancelled' ELSE d.reason END
        FROM l WHERE d.id = l.id RETURNING d.id, d.event_id, d.state
      ), over AS (DELETE FROM work w USING moved WHERE w.delivery_id = moved.id AND moved.state = 'suppressed')
      UPDATE event_payloads p SET body = jsonb_set(p.body, '{recipients}', coalesce(
        (SELECT jsonb_agg(r) FROM jsonb_array_elements(p.body -> 'recipients') r WHERE r ->> 'id' IS DISTINCT FROM ${id}), '[]'))
      FROM (SELECT DISTINCT event_id FROM moved) m WHERE p.id = m.event_id`;
    await tx`INSERT INTO audit_log (actor, action, subject) VALUES ('api', 'erase', ${`person ${person.n}`})`;
    return true;
  });
