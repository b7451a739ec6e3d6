import { availableParallelism } from 'node:os';
import { documentsToSettle, dueDocuments } from '@crier/db';
import { createConsumer, DOCUMENTS, ensureJobs, type Redis, WINDOW } from '@crier/queue';
import { startLoop } from '@crier/runtime';
import type { DocumentDeps } from './document-deps.js';
import { makeDocument } from './make-document.js';
import { settle } from './settle.js';

export interface DocumentsOptions extends DocumentDeps {
  readonly redis: Redis;
  /** How often everything that is due is looked at, in ms. */
  readonly sweepMs: number;
  readonly graceMs: number;
  /** Documents at once; 0 = as many as the machine has cores. */
  readonly concurrency: number;
}

/**
 * Turns events into documents, each once. A sweep gives what is due a job and settles what a crash left waiting, so that an
 * emptied Redis costs a moment and no document. Safe to run several.
 */
export const startDocuments = (options: DocumentsOptions): { isRunning(): boolean; close(): Promise<void> } => {
  const { sql, queues, log } = options;
  const consumer = createConsumer({
    queue: DOCUMENTS,
    redis: options.redis,
    concurrency: options.concurrency || availableParallelism(),
    graceMs: options.graceMs,
    onError: (error, jobId) => log.error({ documentId: jobId, err: error.message }, 'a document is tried again'),
    handle: (job, signal) => makeDocument(options, job, signal),
  });
  const sweep = startLoop({
    everyMs: options.sweepMs,
    run: async () => {
      const left = await documentsToSettle(sql, WINDOW);
      if (left.length > 0) await settle(options, left);
      if (queues.ready()) await ensureJobs(queues, DOCUMENTS, await dueDocuments(sql, WINDOW));
    },
    onError: (error) => log.warn({ err: error.message }, 'documents that are due could not be looked after'),
  });
  return {
    isRunning: consumer.isRunning,
    close: async () => {
      await Promise.all([sweep.close(), consumer.close()]);
    },
  };
};
