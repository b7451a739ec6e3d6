import type { Channel, Lane } from '@crier/domain';
import { channelQueue, DEAD_LETTERS, ensureJobs, type Queues } from '@crier/queue';
import { askRedis } from '../ask-redis.js';
import { removeJobs } from './remove-jobs.js';
import type { RetryDeps } from './retry-deps.js';

export interface PutBack {
  readonly id: string;
  readonly channel: string;
  readonly lane: string;
}

/** The deliveries' ids by the name of their queue. */
export const byQueue = (deliveries: readonly PutBack[]): Map<string, string[]> => {
  const ids = new Map<string, string[]>();
  for (const { id, channel, lane } of deliveries) {
    const queue = channelQueue(channel as Channel, lane as Lane);
    ids.set(queue, [...(ids.get(queue) ?? []), id]);
  }
  return ids;
};

const act = async (queues: Queues, deliveries: readonly PutBack[]): Promise<void> => {
  // The display first: a delivery that dies again at once shows a new dead letter, which must not be taken away.
  await removeJobs(
    queues.get(DEAD_LETTERS),
    deliveries.map(({ id }) => id),
  );
  for (const [queue, ids] of byQueue(deliveries)) await ensureJobs(queues, queue, ids);
};

/**
 * Gives deliveries whose record says that they are to be sent their jobs, and takes their dead letters off the display. The
 * record is what counts: when Redis fails, the keeper does the same a little later, so nobody is told of a failure.
 */
export const putBack = async ({ queues, log }: RetryDeps, deliveries: readonly PutBack[]): Promise<void> => {
  if (deliveries.length === 0) return;
  await askRedis(queues, () => act(queues, deliveries)).catch((error: Error) =>
    log.warn({ deliveries: deliveries.length, err: error.message }, 'recorded; the keeper puts the jobs back'),
  );
};
