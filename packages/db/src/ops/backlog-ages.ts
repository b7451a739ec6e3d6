import { CHANNELS, LANES } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

export interface BacklogAge {
  /** Null: events that are not routed yet. */
  readonly channel: string | null;
  readonly lane: string;
  /** How long the first of them has been due. */
  readonly seconds: number;
}

/**
 * The age of the oldest that is due, for each lane of routing and of each channel that has any. A message that waits for a
 * time of its own (a hold, a retry) is not late. One look into an index each: nothing is counted.
 */
export const backlogAges = async (sql: SqlOrTx): Promise<BacklogAge[]> => {
  const rows = await sql<BacklogAge[]>`
    SELECT c.channel, l.lane, extract(epoch FROM clock_timestamp() - w.due_at)::float8 AS seconds
    FROM unnest(${CHANNELS as unknown as string[]}::text[]) AS c(channel) CROSS JOIN unnest(${LANES as unknown as string[]}::text[]) AS l(lane)
    CROSS JOIN LATERAL (
      SELECT due_at FROM work WHERE channel = c.channel AND lane = l.lane AND due_at <= statement_timestamp() ORDER BY due_at LIMIT 1
    ) w
    UNION ALL
    SELECT NULL, l.lane, extract(epoch FROM clock_timestamp() - o.created_at)::float8
    FROM unnest(${LANES as unknown as string[]}::text[]) AS l(lane)
    CROSS JOIN LATERAL (SELECT created_at FROM outbox WHERE lane = l.lane ORDER BY created_at LIMIT 1) o`;
  return [...rows];
};

/** For how many seconds the first event that is due for publication has waited: longer than moments, and no relay works. */
export const outboxOverdueSeconds = async (sql: SqlOrTx): Promise<number> => {
  const [row] = await sql<{ seconds: number | null }[]>`
    SELECT max(extract(epoch FROM clock_timestamp() - o.publish_again_at))::float8 AS seconds
    FROM unnest(${LANES as unknown as string[]}::text[]) AS l(lane) CROSS JOIN LATERAL (
      SELECT publish_again_at FROM outbox WHERE lane = l.lane AND publish_again_at <= statement_timestamp()
      ORDER BY publish_again_at LIMIT 1
    ) o`;
  return row?.seconds ?? 0;
};
