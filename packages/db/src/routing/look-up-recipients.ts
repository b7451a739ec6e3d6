import type { Channel, RecipientProfile } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

export interface KnownRecipient {
  /** The person's number; null if nobody was ever seen under this id. */
  readonly n: number | null;
  /** What the directory knows; undefined without an entry. */
  readonly profile: RecipientProfile | undefined;
}

interface Row {
  readonly id: string;
  readonly n: number | null;
  readonly listed: boolean;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly whatsapp: string | null;
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly channels: Channel[] | null;
}

const FIELDS = ['name', 'email', 'phone', 'whatsapp', 'locale', 'timezone', 'channels'] as const;

const toProfile = (row: Row): RecipientProfile =>
  Object.fromEntries(FIELDS.flatMap((key) => (row[key] === null ? [] : [[key, row[key]]])));

/** What is known of these external ids, number and directory entry, in one look. Every id asked for is in the answer. */
export const lookUpRecipients = async (
  sql: SqlOrTx,
  externalIds: readonly string[],
): Promise<Map<string, KnownRecipient>> => {
  const rows = await sql<Row[]>`
    SELECT g.id, p.n, r.id IS NOT NULL AS listed, r.name, r.email, r.phone, r.whatsapp, r.locale, r.timezone, r.channels
    FROM unnest(${[...new Set(externalIds)]}::text[]) AS g(id)
    LEFT JOIN people p ON p.external_id = g.id LEFT JOIN recipients r ON r.id = g.id`;
  return new Map(rows.map((row) => [row.id, { n: row.n, profile: row.listed ? toProfile(row) : undefined }]));
};
