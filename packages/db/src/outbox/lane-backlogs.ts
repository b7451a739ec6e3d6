import { CHANNELS, type LaneBacklog, type RefusableLane } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

/** Fewer late deliveries than this are no backlog: a few that can't go must not close the door for all. */
const SOME = 100;

interface Row {
  readonly lane: RefusableLane;
  readonly events: number;
  readonly oldest: number | null;
  readonly channels: string[] | null;
  readonly seconds: number[] | null;
}

/**
 * What waits in each of these lanes. Events are counted up to one more than `most`, so that the cost is bounded by
 * the limit and not by the backlog; of deliveries only one index entry a channel is looked at. Not for a request's own path.
 */
export const laneBacklogs = async (
  sql: SqlOrTx,
  most: Readonly<Record<RefusableLane, number>>,
): Promise<Partial<Record<RefusableLane, LaneBacklog>>> => {
  const rows = await sql<Row[]>`
    SELECT l.lane, o.events, o.oldest, w.channels, w.seconds
    FROM unnest(${Object.keys(most)}::text[], ${Object.values(most)}::int[]) AS l(lane, most)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS events, extract(epoch FROM clock_timestamp() - min(s.created_at))::float8 AS oldest
      FROM (SELECT created_at FROM outbox WHERE lane = l.lane LIMIT l.most + 1) s
    ) o
    CROSS JOIN LATERAL (
      SELECT array_agg(c.channel) AS channels, array_agg(late.seconds) AS seconds
      FROM unnest(${CHANNELS as unknown as string[]}::text[]) AS c(channel)
      CROSS JOIN LATERAL (
        SELECT extract(epoch FROM clock_timestamp() - due_at)::float8 AS seconds FROM work
        WHERE channel = c.channel AND lane = l.lane AND due_at <= statement_timestamp()
        ORDER BY due_at OFFSET ${SOME - 1} LIMIT 1
      ) late
    ) w`;
  return Object.fromEntries(
    rows.map(({ lane, events, oldest, channels, seconds }): [RefusableLane, LaneBacklog] => [
      lane,
      {
        events,
        oldestSeconds: oldest ?? 0,
        lateSeconds: Object.fromEntries((channels ?? []).map((channel, i) => [channel, seconds?.[i] ?? 0])),
      },
    ]),
  );
};
