import { DOCUMENT_WAIT_MS, MAX_REPLAYS, type TypeCategories } from '@crier/domain';
import type postgres from 'postgres';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { currentAddresses } from './replay-addresses.js';
import { hasOptedOut, isExpired, standingSuppression } from './replay-obstacles.js';

export interface Replayed {
  readonly id: string;
  readonly channel: string;
  readonly lane: string;
  /** For its document, which is made anew: it wants no job before that is there (R-5.2). */
  readonly waits: boolean;
}

export interface ReplayLimits {
  /** What people may opt out of, and what nobody can (R-6.2). */
  readonly categories: TypeCategories;
  /** How often an operator may replay one delivery. */
  readonly maxReplays?: number;
  /** Longest that what is put back waits for a document that is made anew, in ms. */
  readonly documentWaitMs?: number;
  /**
   * An operator has looked and accepts that this message may arrive twice, which the audit log keeps. Without it what may
   * already have arrived is left out (R-8.3b).
   */
  readonly acceptSecondCopy?: boolean;
  /** The run that this is part of; it stands in the audit log. */
  readonly run?: string;
}

/** Who put deliveries back, the words that the records keep of it, and how long one may wait for its document. */
export interface PutBackWords {
  readonly actor: string;
  readonly action: 'replay' | 'redrive';
  readonly result: 'replayed' | 'redriven';
  readonly detail: Readonly<Record<string, string>>;
  readonly documentWaitMs: number;
}

/**
 * Whether a delivery `d` has an end that a replay may undo: it is dead, or it was refused after it had been accepted and its
 * dead letter is open. Said so that Postgres does not take it for rare: before it has counted, it would look for the few dead
 * ones of the whole table and compare each with every id that was asked for.
 */
export const isReplayable = (sql: SqlOrTx) => sql`
  CASE d.state WHEN 'dead' THEN true WHEN 'bounced' THEN EXISTS (
    SELECT FROM dead_letters x WHERE x.delivery_id = d.id AND x.closed_at IS NULL) ELSE false END`;

/** How often a delivery `d` was put back: by operators, or by itself. */
export const timesPutBack = (sql: SqlOrTx, result: PutBackWords['result']) => sql`
  (SELECT count(*)::int FROM attempts a WHERE a.id = d.id AND a.result = ${result})`;

/**
 * `dead` or `bounced` -> `queued` for the rows that `chosen` locks (`id`, `reason`, `document_id`, `address`; null = the address it
 * has), all in one commit: all attempts again, due now, the dead letter closed, the log, the audit log. One whose document could not be
 * made has that asked for again, and waits for it as before (R-5.2). The row goes on naming the copy that was accepted, so that
 * nobody takes that copy's mark or its old events for the new attempt's.
 */
export const putBackChosen = (
  sql: SqlOrTx,
  chosen: postgres.PendingQuery<postgres.Row[]>,
  { actor, action, result, detail, documentWaitMs }: PutBackWords,
): Promise<Replayed[]> => sql<Replayed[]>`
  WITH c AS MATERIALIZED (${chosen}), t AS MATERIALIZED (
    SELECT id, state FROM documents WHERE id IN (SELECT document_id FROM c) ORDER BY id FOR NO KEY UPDATE
  ), l AS MATERIALIZED (
    SELECT c.*, coalesce(t.state <> 'ready', false) AS waits FROM c LEFT JOIN t ON t.id = c.document_id
  ), again AS (
    UPDATE documents o SET state = 'pending', attempts = 0, due_at = now(), requested_at = now(), error = NULL, refused = false
    FROM t WHERE o.id = t.id AND t.state = 'failed'
  ), moved AS (
    UPDATE deliveries d SET state = CASE WHEN l.waits THEN 'waiting_document' ELSE 'queued' END, reason = NULL, attempts = 0, log_seq = d.log_seq + 1,
           delivered_at = NULL, bounced_at = NULL,
           resends = d.resends + CASE WHEN d.reason = 'unknown_outcome' THEN 1 ELSE 0 END,
           address = CASE WHEN d.address IS NULL THEN NULL ELSE coalesce(l.address, d.address) END
    FROM l WHERE d.id = l.id RETURNING d.id, d.channel, d.lane, d.log_seq, d.expires_at, l.reason AS was, l.waits, l.document_id
  ), todo AS (
    INSERT INTO work (delivery_id, channel, lane, document_id, due_at)
    SELECT id, channel, lane, CASE WHEN waits THEN document_id END,
           CASE WHEN waits THEN least(now() + ${documentWaitMs}::float8 * interval '1 ms', expires_at) ELSE now() END
    FROM moved ORDER BY id
    ON CONFLICT (delivery_id) DO UPDATE SET due_at = excluded.due_at, document_id = excluded.document_id
  ), logged AS (
    INSERT INTO attempts (id, seq, result, message) SELECT id, log_seq, ${result}, ${`by ${actor}`} FROM moved ORDER BY id
  ), closed AS (
    UPDATE dead_letters x SET closed_at = now(), closed_by = ${actor} FROM moved WHERE x.delivery_id = moved.id
  ), audited AS (
    INSERT INTO audit_log (actor, action, subject, detail)
    SELECT ${actor}, ${action}, id::text, ${JSON.stringify(detail)}::text::jsonb
      || CASE WHEN was = 'unknown_outcome' THEN '{"secondCopy": "accepted"}'::jsonb ELSE '{}'::jsonb END
    FROM moved ORDER BY id
  )
  SELECT id, channel, lane, waits FROM moved`;

/**
 * An operator's replay: `dead`, or `bounced` with an open dead letter, -> `queued`, all attempts again, the dead letter closed,
 * the operator's name in the audit log, in one commit (R-8.2). Only such deliveries move, so a double click acts once, and none more often than is allowed
 * (R-8.3). A directory recipient's address is taken as it is now (R-8.1). What the sender would suppress stays dead, except that
 * what has expired goes to be closed. Returns those that moved.
 */
export const replayDeliveries = async (
  sql: SqlOrTx,
  ids: readonly string[],
  operator: string,
  {
    categories,
    maxReplays = MAX_REPLAYS,
    documentWaitMs = DOCUMENT_WAIT_MS,
    acceptSecondCopy = false,
    run,
  }: ReplayLimits,
): Promise<Replayed[]> => {
  const asked = [...new Set(ids)];
  const addresses = await currentAddresses(sql, asked);
  const detail: Record<string, string> = run === undefined ? {} : { run };
  return retryDeadlock(() =>
    putBackChosen(
      sql,
      sql`
        SELECT d.id, d.reason, d.document_id, g.address FROM (
          SELECT d.id, d.address, ${timesPutBack(sql, 'replayed')} AS replays
          FROM unnest(${asked}::uuid[], ${asked.map((id) => addresses.get(id) ?? null)}::text[]) AS d(id, address) OFFSET 0
        ) g JOIN deliveries d USING (id)
        WHERE ${isReplayable(sql)} AND g.replays < ${maxReplays}
          ${acceptSecondCopy ? sql`` : sql`AND d.reason IS DISTINCT FROM 'unknown_outcome'`}
          AND (${isExpired(sql)} OR NOT ${hasOptedOut(sql, categories)}
            AND ${standingSuppression(sql, sql`coalesce(g.address, d.address)`, categories)} IS NULL)
        ORDER BY d.id FOR NO KEY UPDATE OF d`,
      { actor: operator, action: 'replay', result: 'replayed', detail, documentWaitMs },
    ),
  );
};
