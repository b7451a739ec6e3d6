import type { Channel, Lane } from '@crier/domain';
import { ensureJobs } from './ensure-jobs.js';
import { channelQueue, DEAD_LETTERS } from './names.js';
import type { Queues } from './queues.js';
import { roomOf } from './window.js';

/** A delivery whose record says that it is to be sent again. */
export interface PutBack {
  readonly id: string;
  readonly channel: string;
  readonly lane: string;
  /** For its document: it gets no job before that is there. */
  readonly waits?: boolean;
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

/**
 * Takes the dead letters of deliveries that were put back off the display and gives the deliveries their jobs, as far as their
 * queue's window has room; what has none is fed by the keeper, as everything that is due. Rejects when Redis is away:
 * nothing is lost then either.
 */
export const putBackJobs = async (queues: Queues, deliveries: readonly PutBack[]): Promise<void> => {
  // The display first: a delivery that dies again at once shows a new dead letter, which must not be taken away.
  await Promise.all(deliveries.map(({ id }) => queues.get(DEAD_LETTERS).remove(id)));
  for (const [queue, ids] of byQueue(deliveries.filter(({ waits }) => !waits)))
    if ((await roomOf(queues, queue)) >= ids.length) await ensureJobs(queues, queue, ids);
};
