import type { SqlOrTx } from '../client.js';

/** Open dead letters of the last `seconds`, counted up to `limit`. */
export const countNewDeadLetters = async (sql: SqlOrTx, seconds: number, limit: number): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM (
      SELECT FROM dead_letters
      WHERE closed_at IS NULL AND opened_at > statement_timestamp() - ${seconds} * interval '1 s' LIMIT ${limit}
    ) d`;
  return row?.n ?? 0;
};

/** Messages that a provider accepted in the last `seconds`, counted up to `limit`. */
export const countAccepted = async (sql: SqlOrTx, seconds: number, limit: number): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM (
      SELECT FROM provider_messages WHERE at > statement_timestamp() - ${seconds} * interval '1 s' LIMIT ${limit}
    ) m`;
  return row?.n ?? 0;
};
