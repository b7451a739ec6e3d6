import type { Channel, RecipientProfile } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';

export interface DirectoryEntry extends RecipientProfile {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const FIELDS = ['name', 'email', 'phone', 'whatsapp', 'locale', 'timezone'] as const;

type Row = Readonly<Record<(typeof FIELDS)[number], string | null>> & {
  readonly id: string;
  readonly channels: Channel[] | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

const columns = (sql: SqlOrTx) => sql`
  id, name, email, phone, whatsapp, locale, timezone, channels, created_at AS "createdAt", updated_at AS "updatedAt"`;

const toProfile = (row: Row): RecipientProfile => ({
  ...Object.fromEntries(FIELDS.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]]))),
  ...(row.channels === null ? {} : { channels: row.channels }),
});

const toEntry = (row: Row): DirectoryEntry => ({
  id: row.id,
  ...toProfile(row),
  createdAt: toIso(row.createdAt) as string,
  updatedAt: toIso(row.updatedAt) as string,
});

/** Creates or replaces a directory entry: what the profile leaves out is forgotten. */
export const putRecipient = async (
  sql: SqlOrTx,
  id: string,
  profile: RecipientProfile,
): Promise<{ entry: DirectoryEntry; created: boolean }> => {
  const { name = null, email = null, phone = null, whatsapp = null, locale = null, timezone = null } = profile;
  const channels = profile.channels ? [...profile.channels] : null;
  const [row] = await sql<[Row]>`
    INSERT INTO recipients (id, name, email, phone, whatsapp, locale, timezone, channels)
    VALUES (${id}, ${name}, ${email}, ${phone}, ${whatsapp}, ${locale}, ${timezone}, ${channels}::text[])
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email, phone = excluded.phone,
      whatsapp = excluded.whatsapp, locale = excluded.locale, timezone = excluded.timezone, channels = excluded.channels,
      updated_at = clock_timestamp()
    RETURNING ${columns(sql)}`;
  return { entry: toEntry(row), created: row.createdAt === row.updatedAt };
};

/** One directory entry, or undefined. */
export const getRecipient = async (sql: SqlOrTx, id: string): Promise<DirectoryEntry | undefined> => {
  const [row] = await sql<Row[]>`SELECT ${columns(sql)} FROM recipients WHERE id = ${id}`;
  return row && toEntry(row);
};
