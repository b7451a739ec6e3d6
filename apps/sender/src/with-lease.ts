import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';

/**
 * Runs a call under the delivery's lease, renewing it in Postgres and in Redis every third of its length. A renewal that
 * fails is tried again at the next beat; if the lease is lost all the same, the record's guard will say so.
 */
export const withLease = async <T>(deps: SenderDeps, { delivery, token }: Pass, run: () => Promise<T>): Promise<T> => {
  const beat = setInterval(() => {
    deps.record.renewLease({ id: delivery.id, token }).catch(() => {});
    deps.claims.renew(delivery.id, token, deps.leaseMs).catch(() => {});
  }, deps.leaseMs / 3);
  try {
    return await run();
  } finally {
    clearInterval(beat);
  }
};
