import type { SqlOrTx } from '../client.js';

/** Reasons of these deliveries' open dead letters; one that is closed or never was is absent. */
export const readOpenDeadLetters = async (sql: SqlOrTx, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await sql<{ id: string; reason: string }[]>`
    SELECT x.delivery_id AS id, x.reason FROM unnest(${ids as string[]}::uuid[]) AS g(id)
    JOIN dead_letters x ON x.delivery_id = g.id WHERE x.closed_at IS NULL`;
  return new Map(rows.map((row) => [row.id, row.reason]));
};

/** The newest open dead letters: what Bull Board's queue of them shows, rebuilt by the keeper. */
export const listOpenDeadLetters = async (sql: SqlOrTx, limit: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT delivery_id AS id FROM dead_letters WHERE closed_at IS NULL ORDER BY opened_at DESC LIMIT ${limit}`;
  return rows.map((row) => row.id);
};

/** Open dead letters by reason. */
export const countOpenDeadLetters = async (sql: SqlOrTx): Promise<{ reason: string; n: number }[]> =>
  sql<{ reason: string; n: number }[]>`
    SELECT reason, count(*)::int AS n FROM dead_letters WHERE closed_at IS NULL GROUP BY reason ORDER BY n DESC, reason`;
