import type { Channel, RecipientProfile } from '@crier/domain';
import { eq, sql as raw } from 'drizzle-orm';
import { toIso } from '../client.js';
import { type Orm, plainly } from '../orm.js';
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
  const [row] = await plainly(
    orm
      .insert(recipients)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: recipients.id, set: { ...values, updatedAt: raw`clock_timestamp()` } })
      .returning(),
  );
  if (row === undefined) throw new Error('the directory answered nothing');
  return { entry: toEntry(row), created: row.createdAt === row.updatedAt };
};

/** One directory entry, or undefined. */
export const getRecipient = async (orm: Orm, id: string): Promise<DirectoryEntry | undefined> => {
  const [row] = await plainly(orm.select().from(recipients).where(eq(recipients.id, id)));
  return row && toEntry(row);
};
