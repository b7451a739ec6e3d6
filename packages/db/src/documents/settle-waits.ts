import { MOST_AT_ONCE, type SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';

/** A delivery that waits for its document no longer. */
export interface SettledWait {
  readonly id: string;
  readonly channel: string;
  readonly lane: string;
  /** `queued`: it is due now, and wants a job. `dead`: so does its dead letter. */
  readonly state: 'queued' | 'dead';
}

/**
 * Ends the waits for these documents as far as the record says what became of them: of one that is ready, the
 * deliveries are queued and due now; of one that has failed, they are dead for `document_failed`, each with its dead letter; of
 * one that is pending, nothing moves. At most MOST_AT_ONCE deliveries, in one commit: ask again while so many come back.
 *
 * Whoever makes a delivery wait commits that and then calls this; whoever finishes a document commits that and then calls this.
 * So the second of the two always sees the first, in whatever order they come, and no lock stands between them. What a crash
 * leaves between the two steps, `documentsToSettle` finds.
 */
export const settleWaits = (sql: SqlOrTx, documentIds: readonly string[]): Promise<SettledWait[]> =>
  retryDeadlock(
    () => sql<SettledWait[]>`
      WITH waiting AS MATERIALIZED (
        SELECT delivery_id, document_id FROM work WHERE document_id = ANY(ARRAY(
          SELECT id FROM documents WHERE id = ANY(${documentIds as string[]}::uuid[]) AND state IN ('ready', 'failed')))
      ), l AS MATERIALIZED (
        SELECT d.id, t.state, t.error, d.state = 'waiting_document' AS waits
        FROM waiting JOIN documents t ON t.id = waiting.document_id JOIN deliveries d ON d.id = waiting.delivery_id
        WHERE t.state IN ('ready', 'failed') AND d.state <> 'sending'
        ORDER BY d.id LIMIT ${MOST_AT_ONCE} FOR NO KEY UPDATE OF d
      ), moved AS (
        UPDATE deliveries d SET
          state = CASE l.state WHEN 'ready' THEN 'queued' ELSE 'dead' END,
          reason = CASE l.state WHEN 'failed' THEN 'document_failed' END,
          log_seq = d.log_seq + CASE l.state WHEN 'failed' THEN 1 ELSE 0 END,
          last_error_code = CASE l.state WHEN 'failed' THEN 'document_failed' ELSE d.last_error_code END,
          last_error_message = CASE l.state WHEN 'failed' THEN l.error ELSE d.last_error_message END
        FROM l WHERE d.id = l.id AND l.waits AND d.state = 'waiting_document'
        RETURNING d.id, d.event_id, d.channel, d.lane, d.log_seq, d.state, l.error
      ), logged AS (
        INSERT INTO attempts (id, seq, code, message, result)
        SELECT id, log_seq, 'document_failed', error, 'dead' FROM moved WHERE state = 'dead' ORDER BY id
      ), due AS (
        UPDATE work w SET document_id = NULL, due_at = CASE WHEN l.waits THEN clock_timestamp() ELSE w.due_at END
        FROM l WHERE w.delivery_id = l.id AND w.delivery_id = ANY(ARRAY(SELECT id FROM l)) AND (l.state = 'ready' OR NOT l.waits)
      ), over AS (
        DELETE FROM work w USING moved
        WHERE w.delivery_id = moved.id AND w.delivery_id = ANY(ARRAY(SELECT id FROM l)) AND moved.state = 'dead'
      ), buried AS (
        INSERT INTO dead_letters (delivery_id, event_id, reason)
        SELECT id, event_id, 'document_failed' FROM moved WHERE state = 'dead' ORDER BY id
        ON CONFLICT (delivery_id) DO UPDATE SET reason = excluded.reason, opened_at = now(), closed_at = NULL, closed_by = NULL
      )
      SELECT id, channel, lane, state FROM moved ORDER BY id`,
  );
