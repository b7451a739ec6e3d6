import type { SqlOrTx } from '../client.js';

/**
 * The first `limit` deliveries of a channel and lane that are due and that nobody is sending under a live lease, by due
 * time: what ought to have a job. "Redis was emptied", "the queue has room" and "the wait is over" are all this.
 */
export const dueWork = async (sql: SqlOrTx, channel: string, lane: string, limit: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT w.delivery_id AS id
    FROM (SELECT delivery_id, due_at FROM work WHERE channel = ${channel} AND lane = ${lane} AND due_at <= clock_timestamp()
          ORDER BY due_at LIMIT ${limit}) w
    JOIN deliveries d ON d.id = w.delivery_id
    WHERE NOT (d.state = 'sending' AND d.lease_until > clock_timestamp())
    ORDER BY w.due_at`;
  return rows.map((row) => row.id);
};
