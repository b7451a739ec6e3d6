import { type SqlOrTx, toIso } from '../client.js';

/** What a digest tells of: [from, to), as ISO instants. */
export interface DigestWindow {
  readonly from: string;
  readonly to: string;
}

const DAY = `interval '1 day'`;

/**
 * Where digests begin: a new installation does not tell by itself of a day on which it was not there. One row, whoever asks;
 * its post_at is infinity: only by hand.
 */
export const beginDigests = async (sql: SqlOrTx, due: { day: string; atMs: number }): Promise<void> => {
  await sql`
    INSERT INTO digests (day, from_at, to_at, post_at)
    SELECT ${due.day}::date, t.at - ${sql.unsafe(DAY)}, t.at, 'infinity'
    FROM (SELECT to_timestamp(${due.atMs}::float8 / 1000) AS at) t WHERE NOT EXISTS (SELECT FROM digests)
    ON CONFLICT (day) DO NOTHING`;
};

/**
 * Takes the day's digest for `leaseMs`; undefined if it has been posted, somebody posts it just now, or the chat has to be
 * left alone. Its window goes from where the last one ended, however many days ago, to `nowMs`.
 */
export const claimDigest = async (
  sql: SqlOrTx,
  day: string,
  { nowMs, leaseMs, byHand = false }: { nowMs: number; leaseMs: number; byHand?: boolean },
): Promise<DigestWindow | undefined> => {
  await sql`
    INSERT INTO digests (day, from_at, to_at)
    SELECT ${day}::date, coalesce(
      (SELECT max(to_at) FROM digests WHERE (posted_at IS NOT NULL OR post_at = 'infinity') AND day < ${day}::date),
      t.at - ${sql.unsafe(DAY)}), t.at
    FROM (SELECT to_timestamp(${nowMs}::float8 / 1000) AS at) t ON CONFLICT (day) DO NOTHING`;
  const [row] = await sql<DigestWindow[]>`
    UPDATE digests SET post_at = clock_timestamp() + ${leaseMs} * interval '1 ms', to_at = to_timestamp(${nowMs}::float8 / 1000)
    WHERE day = ${day}::date AND posted_at IS NULL AND (post_at <= statement_timestamp() OR (${byHand} AND post_at = 'infinity'))
    RETURNING from_at AS from, to_at AS to`;
  return row && { from: toIso(row.from) as string, to: toIso(row.to) as string };
};

/** The chat took it. */
export const markDigestPosted = async (sql: SqlOrTx, day: string): Promise<void> => {
  await sql`UPDATE digests SET posted_at = clock_timestamp() WHERE day = ${day}::date`;
};

/** The chat did not take it: again when `waitMs` are over. */
export const postDigestLater = async (sql: SqlOrTx, day: string, waitMs: number): Promise<void> => {
  await sql`
    UPDATE digests SET post_at = clock_timestamp() + ${waitMs} * interval '1 ms' WHERE day = ${day}::date AND posted_at IS NULL`;
};

/**
 * Up to when digests have told, and when the last one was posted (null: they have only begun), in ms since 1970. Undefined:
 * they have not begun.
 */
export const lastDigest = async (sql: SqlOrTx): Promise<{ toMs: number; postedAtMs: number | null } | undefined> => {
  const [row] = await sql<{ toMs: number; postedAtMs: number | null }[]>`
    SELECT (extract(epoch FROM to_at) * 1000)::float8 AS "toMs", (extract(epoch FROM posted_at) * 1000)::float8 AS "postedAtMs"
    FROM digests WHERE posted_at IS NOT NULL OR post_at = 'infinity' ORDER BY day DESC LIMIT 1`;
  return row;
};
