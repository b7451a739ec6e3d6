import { dueWork, type Sql } from '@crier/db';
import { ensureJobs, type Queues, queueDepth } from '@crier/queue';

export interface KeptQueue {
  readonly queue: string;
  readonly channel: string;
  readonly lane: string;
}

/** Jobs of a queue that the keeper keeps in Redis; everything beyond is rows. */
const WINDOW = 5_000;

/**
 * Ensures a job for each of the first due deliveries of a queue, as many as fit its window. Returns how many jobs
 * were missing. What is due and has its job costs one look.
 */
export const keepQueue = async (sql: Sql, queues: Queues, kept: KeptQueue): Promise<number> => {
  const ids = await dueWork(sql, kept.channel, kept.lane, WINDOW);
  if (ids.length === 0) return 0;
  const { added, retried } = await ensureJobs(queues, kept.queue, ids);
  return added + retried;
};

/** Whether a queue runs low while more may be due: then it is fed before the next full sweep. */
export const runsLow = async (queues: Queues, kept: KeptQueue): Promise<boolean> =>
  (await queueDepth(queues.get(kept.queue))) < WINDOW / 2;
