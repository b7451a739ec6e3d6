import type { RedriveRule } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { REPLAY_CHUNK } from '../deliveries/replay-chunks.js';
import { isReplayable, putBackChosen, type Replayed, timesPutBack } from '../deliveries/replay-deliveries.js';
import { isOfPassingCause } from './passing-cause.js';

/**
 * Puts back what died of a passing cause `afterMs` ago or more and was put back by itself fewer than `times` times, the
 * oldest first (R-8.3a): in one commit with the same record as an operator's replay. Never what is expired, nor what may
 * already have arrived. Safe from several places at once. Returns those that moved.
 */
export const redriveDeliveries = (
  sql: SqlOrTx,
  { afterMs, times, limit, documentWaitMs }: RedriveRule & { limit: number; documentWaitMs: number },
): Promise<Replayed[]> =>
  retryDeadlock(() =>
    putBackChosen(
      sql,
      sql`
        SELECT d.id, d.reason, d.document_id, NULL::text AS address FROM deliveries d
        WHERE ${isReplayable(sql)} AND d.id IN (
          SELECT d.id FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id
          WHERE x.closed_at IS NULL AND ${isOfPassingCause(sql)}
            AND x.opened_at <= now() - ${afterMs} * interval '1 ms'
            AND coalesce(d.expires_at > clock_timestamp(), true) AND ${timesPutBack(sql, 'redriven')} < ${times}
          ORDER BY x.opened_at LIMIT ${limit}
        )
        ORDER BY d.id FOR NO KEY UPDATE OF d`,
      { actor: 'redrive', action: 'redrive', result: 'redriven', detail: {}, documentWaitMs },
    ),
  );

/** The same until nothing is left, chunk by chunk, each in one commit. */
export async function* redriveChunks(
  sql: SqlOrTx,
  rule: RedriveRule & { documentWaitMs: number },
): AsyncGenerator<{ moved: readonly Replayed[] }> {
  for (let full = true; full; ) {
    const moved = await redriveDeliveries(sql, { ...rule, limit: REPLAY_CHUNK });
    yield { moved };
    full = moved.length === REPLAY_CHUNK;
  }
}
