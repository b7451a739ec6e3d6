import { type PutBack, putBackJobs } from '@crier/queue';
import { askRedis } from '../ask-redis.js';
import type { RetryDeps } from './retry-deps.js';

/**
 * Gives deliveries whose record says that they are to be sent their jobs, and takes their dead letters off the display. The
 * record is what counts: when Redis fails, the keeper does the same a little later, so nobody is told of a failure.
 */
export const putBack = async (
  { queues, log }: Pick<RetryDeps, 'queues' | 'log'>,
  deliveries: readonly PutBack[],
): Promise<void> => {
  if (deliveries.length === 0) return;
  await askRedis(queues, () => putBackJobs(queues, deliveries)).catch((error: Error) =>
    log.warn({ deliveries: deliveries.length, err: error.message }, 'recorded; the keeper puts the jobs back'),
  );
};
