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

/** One page of `settleWaits`: `looked` rows were taken up, some of which may have ended in another way meanwhile. */
export interface SettledPage {
  readonly looked: number;
  readonly settled: readonly SettledWait[];
}

/**
 * At most MOST_AT_ONCE of those who wait, in one commit. A page reads as many index entries as it takes up, however many
 * wait: each row that was looked at leaves the index, so the next page begins where this one ended.
 */
const settlePage = async (sql: SqlOrTx, documentIds: readonly string[]): Promise<SettledPage> => {
  const [row] = await retryDeadlock(
    () => sql<[{ looked: number; settled: SettledWait[] | null }]>`
      WITH done AS MATERIALIZED (
        SELECT id, state, error FROM documents
        WHERE id = ANY(${documentIds as string[]}::uuid[]) AND state IN ('ready', 'failed')
      ), waiting AS MATERIALIZED (
        SELECT w.delivery_id, done.state, done.error FROM done CROSS JOIN LATERAL (
          SELECT w.delivery_id FROM work w JOIN deliveries d ON d.id = w.delivery_id
          WHERE w.document_id = done.id AND d.state <> 'sending' ORDER BY w.delivery_id LIMIT ${MOST_AT_ONCE}) w
        LIMIT ${MOST_AT_ONCE}
      ), l AS MATERIALIZED (
        SELECT d.id, waiting.state, waiting.error, d.state = 'waiting_document' AS waits
        FROM waiting JOIN deliveries d ON d.id = waiting.delivery_id
        WHERE d.id = ANY(ARRAY(SELECT delivery_id FROM waiting)) AND d.state <> 'sending'
        ORDER BY d.id FOR NO KEY UPDATE OF d
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
      SELECT (SELECT count(*)::int FROM l) AS looked,
        (SELECT json_agg(json_build_object('id', id, 'channel', channel, 'lane', lane, 'state', state) ORDER BY id) FROM moved)
          AS settled`,
  );
  return { looked: row.looked, settled: row.settled ?? [] };
};

/**
 * Ends the waits for these documents as far as the record says what became of them, a page and a commit at a
 * time: of one that is ready, the deliveries are queued and due now; of one that has failed, they are dead for
 * `document_failed`, each with its dead letter; of one that is pending, nothing moves. A caller that gives up between two
 * pages leaves the rest to the next one.
 *
 * Whoever makes a delivery wait commits that and then calls this; whoever finishes a document commits that and then calls this.
 * So the second of the two always sees the first, in whatever order they come, and no lock stands between them. What a crash
 * leaves between the two steps, `documentsToSettle` finds. A page that has begun before a replay asks for a failed document again
 * still buries those that it took up: visibly, and the redrive puts them back.
 */
export async function* settleWaits(
  sql: SqlOrTx,
  documentIds: readonly string[],
): AsyncGenerator<readonly SettledWait[]> {
  for (let looked = documentIds.length > 0 ? 1 : 0; looked > 0; ) {
    const page = await settlePage(sql, documentIds);
    if (page.settled.length > 0) yield page.settled;
    looked = page.looked;
  }
}
