import type { Acquaintance, Categories, Channel, RecipientProfile } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

/** What is known of somebody. Devices that their vendor called unregistered are not among theirs. */
export interface KnownRecipient extends Acquaintance {
  /** The person's number; null if nobody was ever seen under this id. */
  readonly n: number | null;
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
  readonly categories: Categories | null;
  readonly wished_timezone: string | null;
  readonly push_tokens: Acquaintance['pushTokens'] | null;
}

const FIELDS = ['name', 'email', 'phone', 'whatsapp', 'locale', 'timezone', 'channels'] as const;

const toProfile = (row: Row): RecipientProfile =>
  Object.fromEntries(FIELDS.flatMap((key) => (row[key] === null ? [] : [[key, row[key]]])));

/**
 * What is known of these external ids, in one look: number, directory entry, wishes, devices. Every id asked for is in the
 * answer. Where nobody has registered a device, no device is looked for, which would be half of the time.
 */
export const lookUpRecipients = async (
  sql: SqlOrTx,
  externalIds: readonly string[],
): Promise<Map<string, KnownRecipient>> => {
  const rows = await sql<Row[]>`
    SELECT g.id, p.n, r.id IS NOT NULL AS listed, r.name, r.email, r.phone, r.whatsapp, r.locale, r.timezone, r.channels,
           w.categories, w.timezone AS wished_timezone,
           CASE WHEN (SELECT EXISTS (SELECT FROM push_tokens)) THEN (
             SELECT jsonb_agg(jsonb_build_object('kind', t.kind, 'id', t.id) ORDER BY t.id)
             FROM push_tokens t WHERE t.person = p.n AND NOT EXISTS (
               SELECT FROM suppressions s WHERE s.channel = 'push' AND s.address = t.kind || ':' || t.id AND s.lifted_at IS NULL)
           ) END AS push_tokens
    FROM unnest(${[...new Set(externalIds)]}::text[]) AS g(id)
    LEFT JOIN people p ON p.external_id = g.id LEFT JOIN recipients r ON r.id = g.id
    LEFT JOIN preferences w ON w.person = p.n`;
  return new Map(
    rows.map((row) => [
      row.id,
      {
        n: row.n,
        profile: row.listed ? toProfile(row) : undefined,
        categories: row.categories ?? {},
        timezone: row.wished_timezone,
        pushTokens: row.push_tokens ?? [],
      },
    ]),
  );
};
