import type { SqlOrTx } from '../client.js';

export interface NewlyDue {
  /** Where the next look begins: this one's end, by Postgres' clock. */
  readonly until: string;
  readonly due: readonly { readonly id: string; readonly channel: string; readonly lane: string }[];
}

/**
 * Deliveries whose time came after `since` (null: only marks the beginning), at most `limit` for each channel and lane. A wait
 * that is too long for Redis ends here, within one look of its due time.
 */
export const newlyDue = async (
  sql: SqlOrTx,
  queues: readonly { channel: string; lane: string }[],
  since: string | null,
  limit: number,
): Promise<NewlyDue> => {
  const [clock] = await sql<{ until: string }[]>`SELECT clock_timestamp() AS until`;
  const until = clock?.until ?? '';
  if (since === null) return { until, due: [] };
  const due = await sql<{ id: string; channel: string; lane: string }[]>`
    SELECT w.delivery_id AS id, w.channel, w.lane
    FROM unnest(${queues.map((q) => q.channel)}::text[], ${queues.map((q) => q.lane)}::text[]) AS q(channel, lane)
    CROSS JOIN LATERAL (
      SELECT delivery_id, channel, lane FROM work
      WHERE channel = q.channel AND lane = q.lane AND due_at > ${since} AND due_at <= ${until} ORDER BY due_at LIMIT ${limit}
    ) w`;
  return { until, due };
};
