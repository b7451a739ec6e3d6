import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { monthTable } from '../month-table.js';
import { assertOnceEach } from '../once-each.js';

export interface Acceptance {
  readonly id: string;
  readonly provider: string;
  readonly messageId: string;
  readonly status: number | null;
  /** How we know: the provider's own answer, or the mark that another worker left. */
  readonly evidence: 'answer' | 'mark';
}

interface Recorded {
  readonly id: string;
  /** It was accepted before, or taken back since. */
  readonly already: boolean;
  /** Somebody changed it while the statement waited for it: nothing was done. */
  readonly changed: boolean;
}

/**
 * One try. A statement sees work and dead letters as they were when it began: those of a replay or a burial that it waited
 * for would stay behind for ever. So a row that is not the one it began with (`s` beside `d`) is left for the next try.
 */
const record = (sql: SqlOrTx, items: readonly Acceptance[]): Promise<Recorded[]> => {
  const ids = items.map((i) => i.id);
  const deliveries = monthTable(sql, 'deliveries', ids);
  return retryDeadlock(
    () => sql<Recorded[]>`
      WITH l AS MATERIALIZED (
        SELECT d.id, s.ctid <> d.ctid AS changed,
               d.state IN ('accepted', 'delivered', 'bounced') AS already,
               -- The record has this very copy: while the delivery is open or dead, it was taken back since.
               coalesce(d.state NOT IN ('accepted', 'delivered', 'bounced')
                        AND d.provider = g.provider AND d.provider_message_id = g.message_id, false) AS old,
               g.provider, g.message_id, g.status, g.evidence
        FROM unnest(${ids}::uuid[], ${items.map((i) => i.provider)}::text[],
                    ${items.map((i) => i.messageId)}::text[], ${items.map((i) => i.status)}::int[],
                    ${items.map((i) => i.evidence)}::text[]) AS g(id, provider, message_id, status, evidence)
        JOIN ${deliveries} d USING (id) JOIN ${deliveries} s USING (id)
        ORDER BY d.id FOR NO KEY UPDATE OF d
      ), moved AS (
        UPDATE ${deliveries} d SET
          state = CASE WHEN l.already THEN d.state ELSE 'accepted' END,
          reason = CASE WHEN l.already THEN d.reason ELSE NULL END,
          provider = CASE WHEN l.already THEN d.provider ELSE l.provider END,
          provider_message_id = CASE WHEN l.already THEN d.provider_message_id ELSE l.message_id END,
          accepted_at = coalesce(d.accepted_at, clock_timestamp()),
          lease_token = NULL, lease_until = NULL, log_seq = d.log_seq + 1
        FROM l WHERE d.id = l.id AND NOT l.changed AND NOT l.old
        RETURNING d.id, d.log_seq, l.already, l.provider, l.message_id, l.status, l.evidence
      ), logged AS (
        INSERT INTO ${monthTable(sql, 'attempts', ids)} (id, seq, provider, provider_status, code, result)
        SELECT id, log_seq, provider, status, CASE evidence WHEN 'mark' THEN 'found_by_mark' END, 'accepted' FROM moved ORDER BY id
      ), named AS (
        INSERT INTO provider_messages (provider, message_id, delivery_id)
        SELECT provider, message_id, id FROM moved ORDER BY id ON CONFLICT DO NOTHING
      ), done AS (
        DELETE FROM work w USING moved WHERE w.delivery_id = moved.id AND w.delivery_id = ANY(${ids}::uuid[])
      ), closed AS (
        UPDATE dead_letters x SET closed_at = now(), closed_by = 'evidence of acceptance' FROM moved
        WHERE x.delivery_id = moved.id AND NOT moved.already AND x.closed_at IS NULL
      )
      SELECT id, already OR old AS already, changed FROM l`,
  );
};

/**
 * Records that a provider took a message. Evidence wins from every state of a lower rank, also from `dead` and
 * `queued`: a second acceptance of a delivery that is accepted already is logged and changes nothing else. Returns the ids
 * that became accepted by this. Throws RepeatedRow when `items` name a delivery twice.
 */
export const recordAccepted = async (sql: SqlOrTx, items: readonly Acceptance[]): Promise<Set<string>> => {
  assertOnceEach(items.map((i) => i.id));
  const became = new Set<string>();
  for (let left = items; left.length > 0; ) {
    const rows = await record(sql, left);
    for (const row of rows) if (!row.changed && !row.already) became.add(row.id);
    const changed = new Set(rows.filter((row) => row.changed).map((row) => row.id));
    left = left.filter((item) => changed.has(item.id));
  }
  return became;
};
