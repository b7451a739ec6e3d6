import { type DeliveryState, OPEN_STATES } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { monthTable } from '../month-table.js';
import { assertOnceEach } from '../once-each.js';

export interface BeginSending {
  readonly id: string;
  /** Fresh and random for each attempt. */
  readonly token: string;
  readonly templateVersion: string;
  /** Who is about to be called: an outcome that stays unknown names him. */
  readonly provider: string;
  /** What an SMS is made of, as it is billed; nothing for what has no segments. */
  readonly segments?: number | null;
  /** As it was read: a row that has had a verdict since may not be due. */
  readonly logSeq: number;
}

export interface BegunSending {
  readonly id: string;
  readonly won: boolean;
  /** The state found; `sending` with a live lease means another worker has it. */
  readonly state: DeliveryState;
  readonly leaseLeftMs: number;
}

/**
 * The arbiter: moves deliveries to `sending` under a lease, from an open state, or again from `sending` with one's
 * own token (an answer that was lost in the commit may be asked for again). Exactly one worker can win. One attempt is
 * counted. After this the request may have been written: nothing waits from here on. Throws RepeatedRow when `items` name a
 * delivery twice.
 */
export const beginSending = (sql: SqlOrTx, items: readonly BeginSending[], leaseMs: number): Promise<BegunSending[]> =>
  retryDeadlock(async () => {
    const ids = items.map((i) => i.id);
    assertOnceEach(ids);
    const deliveries = monthTable(sql, 'deliveries', ids);
    return sql<BegunSending[]>`
      WITH l AS MATERIALIZED (
        SELECT d.id, d.state, g.token, g.template_version, g.provider, g.segments,
               coalesce((extract(epoch FROM d.lease_until - clock_timestamp()) * 1000)::float8, 0) AS lease_left,
               d.state = ANY(${OPEN_STATES as unknown as string[]}::text[]) AND d.log_seq = g.log_seq AS open,
               d.state = 'sending' AND d.lease_token = g.token AS again
        FROM unnest(${ids}::uuid[], ${items.map((i) => i.token)}::uuid[],
                    ${items.map((i) => i.templateVersion)}::text[], ${items.map((i) => i.provider)}::text[],
                    ${items.map((i) => i.logSeq)}::int[], ${items.map((i) => i.segments ?? null)}::smallint[])
          AS g(id, token, template_version, provider, log_seq, segments)
        JOIN ${deliveries} d USING (id) ORDER BY d.id FOR NO KEY UPDATE OF d
      ), won AS (
        UPDATE ${deliveries} d SET state = 'sending', lease_token = l.token,
               lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms',
               attempts = d.attempts + CASE WHEN l.open THEN 1 ELSE 0 END,
               template_version = l.template_version, segments = l.segments, rendered_at = clock_timestamp(),
               -- With a message id it names the copy that was taken, until another is.
               provider = CASE WHEN d.provider_message_id IS NULL THEN l.provider ELSE d.provider END
        FROM l WHERE d.id = l.id AND (l.open OR l.again) RETURNING d.id
      )
      SELECT l.id, won.id IS NOT NULL AS won, l.state, l.lease_left AS "leaseLeftMs" FROM l LEFT JOIN won USING (id)`;
  });

/** Lengthens the leases of slow calls. Returns the ids that are still theirs. Throws RepeatedRow. */
export const renewLeases = async (
  sql: SqlOrTx,
  items: readonly { id: string; token: string }[],
  leaseMs: number,
): Promise<Set<string>> => {
  const ids = items.map((i) => i.id);
  assertOnceEach(ids);
  const rows = await retryDeadlock(
    () => sql<{ id: string }[]>`
      WITH l AS MATERIALIZED (
        SELECT d.id FROM unnest(${ids}::uuid[], ${items.map((i) => i.token)}::uuid[]) AS g(id, token)
        JOIN deliveries d USING (id) WHERE d.state = 'sending' AND d.lease_token = g.token ORDER BY d.id FOR NO KEY UPDATE OF d
      )
      UPDATE deliveries d SET lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
      FROM l WHERE d.id = l.id RETURNING d.id`,
  );
  return new Set(rows.map((row) => row.id));
};
