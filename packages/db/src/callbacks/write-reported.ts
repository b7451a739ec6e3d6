import { type EventEntry, isTerminal, type Standing } from '@crier/domain';
import { boolArray } from '../arrays.js';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';

export interface ReportedChange {
  readonly id: string;
  /** The version that was read: the change is for no other. */
  readonly version: string;
  readonly standing: Standing;
  /** What the log tells of it, one entry per event that changed something. */
  readonly entries: readonly EventEntry[];
}

/** A hard bounce and a late rejection need a person; a complaint beside them is no new one. */
const isBuried = ({ standing, entries }: ReportedChange): boolean =>
  standing.state === 'bounced' && entries.some(({ result }) => result === 'bounced' || result === 'rejected_later');

/** The changes as rows, each locked if its row is still the version that was read. */
const stillTrue = (sql: SqlOrTx, changes: readonly ReportedChange[]) => {
  const column = <K extends keyof Standing>(key: K) => changes.map((c) => c.standing[key]);
  const flags = (of: (change: ReportedChange) => boolean) => boolArray(sql, changes.map(of));
  return sql`
    SELECT g.*, greatest(d.created_at, least(g.accepted_at::timestamptz, clock_timestamp())) AS taken_at FROM unnest(
      ${changes.map((c) => c.id)}::uuid[], ${changes.map((c) => c.version)}::text[],
      ${column('state')}::text[], ${column('reason')}::text[], ${column('provider')}::text[], ${column('messageId')}::text[],
      ${column('acceptedAt')}::text[], ${column('deliveredAt')}::text[], ${column('bouncedAt')}::text[],
      ${column('complainedAt')}::text[], ${column('errorCode')}::text[], ${column('errorMessage')}::text[],
      ${changes.map((c) => c.entries.length)}::int[], ${flags((c) => isTerminal(c.standing.state))}::bool[],
      ${flags(isBuried)}::bool[]
    ) AS g(id, version, state, reason, provider, message_id, accepted_at, delivered_at, bounced_at, complained_at,
           error_code, error_message, entries, over, buried)
    JOIN deliveries d USING (id) WHERE d.xmin::text = g.version
    ORDER BY g.id FOR NO KEY UPDATE OF d`;
};

/** What the log tells of the changes, as rows. */
const entryRows = (sql: SqlOrTx, changes: readonly ReportedChange[]) => {
  const entries = changes.flatMap((c) => c.entries.map((entry, n) => ({ id: c.id, n: n + 1, ...entry })));
  const entry = <K extends keyof (typeof entries)[number]>(key: K) => entries.map((e) => e[key]);
  return sql`unnest(
    ${entry('id')}::uuid[], ${entry('n')}::int[], ${entry('provider')}::text[], ${entry('messageId')}::text[],
    ${entry('code')}::text[], ${entry('message')}::text[], ${entry('result')}::text[]
  ) AS e(id, n, provider, message_id, code, message, result)`;
};

/**
 * Writes what became of deliveries, each only if its row is still the version that was read; then what the statement sees of
 * work and dead letters is as old as that row, and nothing that a replay or a burial left is missed. Returns the ids
 * written. Vendors' clocks are not ours, and SendGrid counts whole seconds: nothing is before what it follows from, nor in
 * the future.
 */
export const writeReported = async (sql: SqlOrTx, changes: readonly ReportedChange[]): Promise<Set<string>> => {
  if (changes.length === 0) return new Set();
  const written = await retryDeadlock(
    () => sql<{ id: string }[]>`
      WITH l AS MATERIALIZED (${stillTrue(sql, changes)}), moved AS (
        UPDATE deliveries d SET
          state = l.state, reason = l.reason, provider = l.provider, provider_message_id = l.message_id,
          accepted_at = CASE WHEN l.accepted_at IS NULL THEN NULL ELSE l.taken_at END,
          delivered_at = CASE WHEN l.delivered_at IS NULL THEN NULL
                         ELSE greatest(l.taken_at, least(l.delivered_at::timestamptz, clock_timestamp())) END,
          bounced_at = CASE WHEN l.bounced_at IS NULL THEN NULL
                       ELSE greatest(l.taken_at, least(l.bounced_at::timestamptz, clock_timestamp())) END,
          complained_at = CASE WHEN l.complained_at IS NULL THEN NULL
                          ELSE greatest(l.taken_at, least(l.complained_at::timestamptz, clock_timestamp())) END,
          last_error_code = l.error_code, last_error_message = l.error_message,
          lease_token = CASE WHEN NOT l.over THEN d.lease_token END,
          lease_until = CASE WHEN NOT l.over THEN d.lease_until END,
          log_seq = d.log_seq + l.entries
        FROM l WHERE d.id = l.id
        RETURNING d.id, d.event_id, d.state, d.reason, d.log_seq - l.entries AS seq, l.over, l.buried
      ), entry AS (
        SELECT m.id, m.seq + e.n AS seq, e.provider, e.message_id, e.code, e.message, e.result
        FROM ${entryRows(sql, changes)} JOIN moved m USING (id)
      ), logged AS (
        INSERT INTO attempts (id, seq, provider, code, message, result)
        SELECT id, seq, provider, code, message, result FROM entry ORDER BY id, seq
      ), named AS (
        INSERT INTO provider_messages (provider, message_id, delivery_id)
        SELECT provider, message_id, id FROM entry WHERE message_id IS NOT NULL ORDER BY id, seq ON CONFLICT DO NOTHING
      ), done AS (
        DELETE FROM work w USING moved
        WHERE w.delivery_id = moved.id AND w.delivery_id = ANY(${changes.map((c) => c.id)}::uuid[]) AND moved.over
      ), closed AS (
        UPDATE dead_letters x SET closed_at = now(), closed_by = 'evidence of acceptance' FROM moved
        WHERE x.delivery_id = moved.id AND x.closed_at IS NULL AND moved.state IN ('accepted', 'delivered')
      ), buried AS (
        INSERT INTO dead_letters (delivery_id, event_id, reason)
        SELECT id, event_id, reason FROM moved WHERE buried ORDER BY id
        ON CONFLICT (delivery_id) DO UPDATE SET reason = excluded.reason, opened_at = now(), closed_at = NULL, closed_by = NULL
      )
      SELECT id FROM moved`,
  );
  return new Set(written.map((row) => row.id));
};
