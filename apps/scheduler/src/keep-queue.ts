import { dueWork, type Sql } from '@crier/db';
import { ensureJobs, type Queues, WINDOW } from '@crier/queue';

export interface KeptQueue {
  readonly queue: string;
  readonly channel: string;
  readonly lane: string;
}

/**
 * Ensures a job for each of the first due deliveries of a queue, as many as fit its window. What is due and has its
 * job costs one look. True: the window was full, and there may be more behind it.
 */
export const keepQueue = async (sql: Sql, queues: Queues, kept: KeptQueue): Promise<boolean> => {
  const ids = await dueWork(sql, kept.channel, kept.lane, WINDOW);
  if (ids.length > 0) await ensureJobs(queues, kept.queue, ids);
  return ids.length === WINDOW;
};
