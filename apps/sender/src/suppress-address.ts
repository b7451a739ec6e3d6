import { isConnectionError, MOST_AT_ONCE, type NewSuppression, type Sql, suppress } from '@crier/db';
import type { METRICS } from '@crier/domain';
import { createBatcher, type Logger, type Metrics } from '@crier/runtime';
import type { SenderDeps } from './sender-deps.js';

/**
 * Puts addresses on the suppression list. Refusals that come together share a transaction, and one of them is under way at
 * a time: when a whole topic of devices is refused, the record's own statements still find a connection.
 */
export const createSuppressAddress = (deps: {
  readonly sql: Sql;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}): SenderDeps['suppressAddress'] => {
  const { sql, log, metrics } = deps;
  const { submit } = createBatcher<NewSuppression, void>({
    maxBatch: MOST_AT_ONCE,
    flights: 1,
    isShared: isConnectionError,
    run: async (items) => {
      const { braked } = await suppress(sql, items);
      for (const { provider } of braked) metrics.count('crier_pruning_braked_total', { provider: provider ?? '' });
      for (const provider of new Set(braked.map((item) => item.provider)))
        log.error({ provider }, 'so many devices were called unregistered within an hour that no more are taken off');
      return items.map(() => undefined);
    },
  });
  return submit;
};
