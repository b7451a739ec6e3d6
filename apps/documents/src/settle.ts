import { settleWaits } from '@crier/db';
import { DEAD_LETTERS, ensureJobs, putBackJobs } from '@crier/queue';
import type { DocumentDeps } from './document-deps.js';

/**
 * Ends the waits for documents that are ready or have failed for good. The record comes first and the jobs after
 * it: what Redis does not take now, the keeper puts back.
 */
export const settle = async (
  { sql, queues, log }: Pick<DocumentDeps, 'sql' | 'queues' | 'log'>,
  documentIds: readonly string[],
): Promise<void> => {
  const leftToTheKeeper = (error: Error) => log.warn({ err: error.message }, 'left to the keeper');
  for await (const settled of settleWaits(sql, documentIds)) {
    const released = settled.filter(({ state }) => state === 'queued');
    const dead = settled.filter(({ state }) => state === 'dead').map(({ id }) => id);
    if (released.length > 0) await putBackJobs(queues, released).catch(leftToTheKeeper);
    if (dead.length > 0) {
      log.error({ deliveries: dead.length }, 'their document could not be made: they are dead letters');
      await ensureJobs(queues, DEAD_LETTERS, dead).catch(leftToTheKeeper);
    }
  }
};
