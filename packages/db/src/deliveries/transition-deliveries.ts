import { type DeliveryState, isTerminal, OPEN_STATES } from '@crier/domain';
import { boolArray } from '../arrays.js';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { assertOnceEach } from '../once-each.js';

/** From where a transition is allowed; anything else means that somebody else was quicker. */
export type Guard =
  /** `sending` under this token: the worker's own. */
  | { readonly kind: 'lease'; readonly token: string }
  /** Any state in which nobody is sending, and no verdict since it was read. */
  | { readonly kind: 'open'; readonly logSeq: number }
  /** `sending`, and its lease has run out. */
  | { readonly kind: 'dead_lease' }
  /** Still in the very window that was read. */
  | { readonly kind: 'unknown'; readonly logSeq: number };

export interface AttemptEntry {
  readonly provider: string | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly result: string;
}

export interface Transition {
  readonly id: string;
  readonly guard: Guard;
  readonly to: Exclude<DeliveryState, 'accepted' | 'delivered' | 'bounced' | 'sending'>;
  readonly reason: string | null;
  /** When it is due again, from now, in ms; ignored for an end. */
  readonly dueInMs: number;
  /** What to write into the attempt log, if anything. */
  readonly entry: AttemptEntry | null;
  /** The record admits that a second copy may go out. */
  readonly resend?: boolean;
  /** The pass ended without a verdict on the message: it does not count as an attempt. */
  readonly refund?: boolean;
}

/**
 * Moves deliveries to anything but an acceptance, each under its own guard, in one commit: the state, the due time (or its
 * end), the attempt log, and for `dead` the dead letter. Returns the ids that moved. Throws RepeatedRow when `items` name a
 * delivery twice.
 */
export const transitionDeliveries = async (sql: SqlOrTx, items: readonly Transition[]): Promise<Set<string>> => {
  const ids = items.map((i) => i.id);
  assertOnceEach(ids);
  const entry = <K extends keyof AttemptEntry>(key: K) => items.map((i) => i.entry?.[key] ?? null);
  const flags = (of: (i: Transition) => boolean) => boolArray(sql, items.map(of));
  const rows = await retryDeadlock(
    () => sql<{ id: string }[]>`
      WITH l AS MATERIALIZED (
        SELECT g.* FROM unnest(
          ${ids}::uuid[], ${items.map((i) => i.guard.kind)}::text[],
          ${items.map((i) => (i.guard.kind === 'lease' ? i.guard.token : null))}::uuid[],
          ${items.map((i) => ('logSeq' in i.guard ? i.guard.logSeq : null))}::int[],
          ${items.map((i) => i.to)}::text[], ${items.map((i) => i.reason)}::text[], ${items.map((i) => i.dueInMs)}::float8[],
          ${flags((i) => isTerminal(i.to))}::bool[], ${flags((i) => i.resend ?? false)}::bool[],
          ${flags((i) => i.refund ?? false)}::bool[],
          ${entry('provider')}::text[], ${entry('status')}::int[], ${entry('code')}::text[], ${entry('message')}::text[],
          ${entry('result')}::text[]
        ) AS g(id, guard, token, seen_seq, next, reason, due_in_ms, terminal, resend, refund, provider, status, code, message, result)
        JOIN deliveries d USING (id)
        WHERE CASE g.guard
          WHEN 'lease' THEN d.state = 'sending' AND d.lease_token = g.token
          WHEN 'open' THEN d.state = ANY(${OPEN_STATES as unknown as string[]}::text[]) AND d.log_seq = g.seen_seq
          WHEN 'dead_lease' THEN d.state = 'sending' AND d.lease_until <= clock_timestamp()
          ELSE d.state = 'unknown' AND d.log_seq = g.seen_seq END
        ORDER BY g.id FOR NO KEY UPDATE OF d
      ), moved AS (
        UPDATE deliveries d SET
          state = l.next, reason = l.reason, lease_token = NULL, lease_until = NULL,
          provider = coalesce(l.provider, d.provider),
          attempts = greatest(0, d.attempts - CASE WHEN l.refund THEN 1 ELSE 0 END),
          resends = d.resends + CASE WHEN l.resend THEN 1 ELSE 0 END,
          log_seq = d.log_seq + CASE WHEN l.result IS NULL THEN 0 ELSE 1 END,
          last_error_code = coalesce(l.code, d.last_error_code), last_error_message = coalesce(l.message, d.last_error_message)
        FROM l WHERE d.id = l.id
        RETURNING d.id, d.event_id, d.document_id, d.expires_at, d.log_seq, l.next, l.reason, l.due_in_ms, l.terminal, l.provider, l.status, l.code, l.message, l.result
      ), logged AS (
        INSERT INTO attempts (id, seq, provider, provider_status, code, message, result)
        SELECT id, log_seq, provider, status, code, message, result FROM moved WHERE result IS NOT NULL ORDER BY id
      ), later AS (
        UPDATE work w SET due_at = least(clock_timestamp() + moved.due_in_ms * interval '1 ms',
            CASE WHEN moved.next = 'waiting_document' THEN moved.expires_at END),
          document_id = CASE WHEN moved.next = 'waiting_document' THEN moved.document_id ELSE w.document_id END
        FROM moved WHERE w.delivery_id = moved.id AND w.delivery_id = ANY(${ids}::uuid[]) AND NOT moved.terminal
      ), over AS (
        DELETE FROM work w USING moved
        WHERE w.delivery_id = moved.id AND w.delivery_id = ANY(${ids}::uuid[]) AND moved.terminal
      ), buried AS (
        INSERT INTO dead_letters (delivery_id, event_id, reason)
        SELECT id, event_id, reason FROM moved WHERE next = 'dead' ORDER BY id
        ON CONFLICT (delivery_id) DO UPDATE SET reason = excluded.reason, opened_at = now(), closed_at = NULL, closed_by = NULL
      )
      SELECT id FROM moved`,
  );
  return new Set(rows.map((row) => row.id));
};
