import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { assertOnceEach } from '../once-each.js';
import type { AttemptEntry } from './transition-deliveries.js';

export interface FailOver {
  readonly id: string;
  readonly token: string;
  /** As it was before this call was logged. */
  readonly logSeq: number;
  /** What the provider that was called answered: a proof that it has not taken the message (R-4.9a), or no message id. */
  readonly entry: AttemptEntry;
  /** Who is called next. */
  readonly provider: string;
  /** The first may have taken it all the same: the record admits a second copy. */
  readonly resend: boolean;
}

/**
 * Between two calls of one pass: logs the first and renews the lease for the second, in one statement, guarded by the token.
 * Returns the ids that are still theirs; asked again after an answer that was lost in the commit, it changes nothing and says
 * the same. Throws RepeatedRow when `items` name a delivery twice.
 */
export const failOver = async (sql: SqlOrTx, items: readonly FailOver[], leaseMs: number): Promise<Set<string>> => {
  const ids = items.map((i) => i.id);
  assertOnceEach(ids);
  const entry = <K extends keyof AttemptEntry>(key: K) => items.map((i) => i.entry[key]);
  const rows = await retryDeadlock(
    () => sql<{ id: string }[]>`
      WITH l AS MATERIALIZED (
        SELECT d.id, d.log_seq = g.seen_seq AS fresh, g.*
        FROM unnest(
          ${ids}::uuid[], ${items.map((i) => i.token)}::uuid[], ${items.map((i) => i.logSeq)}::int[],
          ${items.map((i) => i.provider)}::text[], ${items.map((i) => (i.resend ? 1 : 0))}::int[],
          ${entry('provider')}::text[], ${entry('status')}::int[], ${entry('code')}::text[], ${entry('message')}::text[],
          ${entry('result')}::text[]
        ) AS g(delivery_id, token, seen_seq, next, resend, provider, status, code, message, result)
        JOIN deliveries d ON d.id = g.delivery_id
        WHERE d.state = 'sending' AND d.lease_token = g.token AND d.log_seq IN (g.seen_seq, g.seen_seq + 1)
        ORDER BY d.id FOR NO KEY UPDATE OF d
      ), moved AS (
        UPDATE deliveries d SET
          lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms',
          provider = CASE WHEN d.provider_message_id IS NULL THEN l.next ELSE d.provider END,
          log_seq = l.seen_seq + 1, resends = d.resends + CASE WHEN l.fresh THEN l.resend ELSE 0 END,
          last_error_code = coalesce(l.code, d.last_error_code), last_error_message = coalesce(l.message, d.last_error_message)
        FROM l WHERE d.id = l.id
        RETURNING d.id, d.log_seq, l.fresh, l.provider, l.status, l.code, l.message, l.result
      ), logged AS (
        INSERT INTO attempts (id, seq, provider, provider_status, code, message, result)
        SELECT id, log_seq, provider, status, code, message, result FROM moved WHERE fresh ORDER BY id
      )
      SELECT id FROM moved`,
  );
  return new Set(rows.map((row) => row.id));
};
