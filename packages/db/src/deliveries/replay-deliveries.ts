import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';

export interface Replayed {
  readonly id: string;
  readonly channel: string;
  readonly lane: string;
}

/**
 * An operator's replay: `dead` -> `queued`, all attempts again, the dead letter closed, the operator's name in the audit
 * log, in one commit (R-8.2). Only dead deliveries move, so a double click acts once; returns those that did.
 */
export const replayDeliveries = (sql: SqlOrTx, ids: readonly string[], operator: string): Promise<Replayed[]> =>
  retryDeadlock(
    () => sql<Replayed[]>`
      WITH l AS MATERIALIZED (
        SELECT d.id FROM unnest(${[...new Set(ids)]}::uuid[]) AS g(id) JOIN deliveries d USING (id)
        WHERE d.state = 'dead' ORDER BY d.id FOR NO KEY UPDATE OF d
      ), moved AS (
        UPDATE deliveries d SET state = 'queued', reason = NULL, attempts = 0, log_seq = d.log_seq + 1,
               resends = d.resends + CASE WHEN d.reason = 'unknown_outcome' THEN 1 ELSE 0 END
        FROM l WHERE d.id = l.id RETURNING d.id, d.channel, d.lane, d.log_seq
      ), todo AS (
        INSERT INTO work (delivery_id, channel, lane) SELECT id, channel, lane FROM moved ORDER BY id
        ON CONFLICT (delivery_id) DO UPDATE SET due_at = now()
      ), logged AS (
        INSERT INTO attempts (id, seq, result, message) SELECT id, log_seq, 'replayed', ${`by ${operator}`} FROM moved ORDER BY id
      ), closed AS (
        UPDATE dead_letters x SET closed_at = now(), closed_by = ${operator} FROM moved WHERE x.delivery_id = moved.id
      ), audited AS (
        INSERT INTO audit_log (actor, action, subject) SELECT ${operator}, 'replay', id::text FROM moved ORDER BY id
      )
      SELECT id, channel, lane FROM moved`,
  );
