import type { CrierQueue } from '@crier/queue';

/** Removes jobs; one that is being worked on, or is not there, is left alone. Changes no delivery. */
export const removeJobs = async (queue: CrierQueue, ids: readonly string[]): Promise<void> => {
  await Promise.all(ids.map((id) => queue.remove(id)));
};
