import type { SqlOrTx } from '../client.js';

/**
 * The first `limit` deliveries of a channel and lane that are due and that nobody is sending under a live lease, by due
 * time: what ought to have a job. "Redis was emptied", "the queue has room" and "the wait is over" are all this.
 * `statement_timestamp()`, so that the index leaves out what is not due: a million held messages cost nothing here.
 */
export const dueWork = async (sql: SqlOrTx, channel: string, lane: string, limit: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT w.delivery_id AS id FROM work w JOIN deliveries d ON d.id = w.delivery_id
    WHERE w.channel = ${channel} AND w.lane = ${lane} AND w.due_at <= statement_timestamp()
      AND NOT (d.state = 'sending' AND d.lease_until > statement_timestamp())
    ORDER BY w.due_at LIMIT ${limit}`;
  return rows.map((row) => row.id);
};

/** Deliveries whose outcome is unknown and whose window is open. Reads only what waits for a later time. */
export const countUnknown = async (sql: SqlOrTx): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM work w JOIN deliveries d ON d.id = w.delivery_id
    WHERE w.due_at > statement_timestamp() AND d.state = 'unknown'`;
  return row?.n ?? 0;
};
