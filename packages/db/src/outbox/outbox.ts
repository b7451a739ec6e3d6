import { LANES } from '@crier/domain';
import { MOST_AT_ONCE, type SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { OUTBOX_CHANNEL } from '../events/insert-events.js';

/** Rows that were claimed, by id: those that nobody has claimed before, whose events have no job yet, and the others. */
export interface ClaimedRows {
  readonly fresh: readonly string[];
  readonly again: readonly string[];
}

/**
 * Claims up to `limit` rows of a lane that are due for publication, by moving them `leaseMs` ahead: a relay that dies
 * loses nothing, another one finds the rows when the lease is over. The commit may be lost with the server:
 * then the rows are simply due again. The rows that were locked are found by their place, which is a third of the work; one that
 * moved in between stays as it is, and what is published twice is one job. `statement_timestamp()` because it does not change within the statement: compared
 * with `clock_timestamp()` the index could not leave out what is published already.
 */
export const claimOutbox = async (sql: SqlOrTx, lane: string, limit: number, leaseMs: number): Promise<ClaimedRows> => {
  const rows = await sql<{ event_id: string; fresh: boolean }[]>`
    WITH due AS MATERIALIZED (
      SELECT ctid AS at, event_id, publish_again_at = created_at AS fresh FROM outbox
      WHERE lane = ${lane} AND publish_again_at <= statement_timestamp()
      ORDER BY publish_again_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), moved AS (
      UPDATE outbox SET publish_again_at = clock_timestamp() + ${leaseMs} * interval '1 ms'
      WHERE ctid = ANY(ARRAY(SELECT at FROM due))
    )
    SELECT event_id, fresh FROM due`;
  const ids = (fresh: boolean) => rows.flatMap((row) => (row.fresh === fresh ? row.event_id : [])).sort();
  return { fresh: ids(true), again: ids(false) };
};

/**
 * Confirms publication: the rows come up again after `againMs` if the event has not been routed by then. A row that is due
 * already stays due: its lease is over, or its job is known to be lost. That is asked as a difference, so that no index is
 * read for it: the ids are what rows are found by, whatever the planner thinks of the table's size (`HOT`).
 */
export const confirmPublished = async (sql: SqlOrTx, eventIds: readonly string[], againMs: number): Promise<void> => {
  await sql`
    WITH l AS MATERIALIZED (
      SELECT ctid AS at FROM outbox
      WHERE event_id = ANY(${eventIds as string[]}::uuid[]) AND publish_again_at - statement_timestamp() > interval '0'
      ORDER BY event_id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE outbox SET publish_again_at = clock_timestamp() + ${againMs} * interval '1 ms'
    WHERE ctid = ANY(ARRAY(SELECT at FROM l))`;
};

/** Makes the first `piece` published rows after an id due; `last` is null when there are none. */
const republishPiece = async (
  sql: SqlOrTx,
  after: string,
  piece: number,
): Promise<{ rows: number; last: string | null; lanes: string[] | null }> => {
  const [moved] = await sql<{ rows: number; last: string | null; lanes: string[] | null }[]>`
    WITH l AS MATERIALIZED (
      SELECT event_id FROM outbox WHERE event_id > ${after} AND publish_again_at > statement_timestamp()
      ORDER BY event_id LIMIT ${piece} FOR NO KEY UPDATE
    ), moved AS (
      UPDATE outbox o SET publish_again_at = clock_timestamp()
      FROM l WHERE o.event_id = l.event_id AND o.event_id = ANY(ARRAY(SELECT event_id FROM l)) RETURNING o.lane
    )
    SELECT count(*)::int AS rows, array_agg(DISTINCT lane) AS lanes,
      (SELECT event_id FROM l ORDER BY event_id DESC LIMIT 1) AS last FROM moved`;
  return moved ?? { rows: 0, last: null, lanes: null };
};

/** Lower than every id of an event. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Makes every published row due at once, and wakes the relays: Redis has lost the jobs (R-8.6). In pieces of `piece` rows, in
 * the order of ids, which is the routers' too: nobody waits for more than a piece, and the first are published while the
 * last are still being found. What fails half-way is begun again by the caller; a row that is due stays due.
 */
export const republishAll = async (sql: SqlOrTx, piece = MOST_AT_ONCE): Promise<number> => {
  let rows = 0;
  for (let after: string | null = BEFORE_ALL; after !== null; ) {
    const from: string = after;
    const moved = await retryDeadlock(() => republishPiece(sql, from, piece));
    for (const lane of moved.lanes ?? []) await sql`SELECT pg_notify(${OUTBOX_CHANNEL}, ${lane})`;
    rows += moved.rows;
    after = moved.last;
  }
  return rows;
};

/** How many events are stored and not yet routed, counted up to 100,000, and the age of the oldest in seconds. */
export const outboxBacklog = async (sql: SqlOrTx): Promise<{ rows: number; oldestSeconds: number }> => {
  const [row] = await sql<{ rows: number; oldest: number | null }[]>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM outbox LIMIT 100000) counted) AS rows,
      max(extract(epoch FROM clock_timestamp() - o.created_at))::float8 AS oldest
    FROM unnest(${LANES as unknown as string[]}::text[]) AS l(lane)
    CROSS JOIN LATERAL (SELECT created_at FROM outbox WHERE lane = l.lane ORDER BY created_at LIMIT 1) o`;
  return { rows: row?.rows ?? 0, oldestSeconds: row?.oldest ?? 0 };
};
