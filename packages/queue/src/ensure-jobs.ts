import { ErrorCode } from 'bullmq';
import { describeQueue } from './names.js';
import type { CrierQueue, JobData, Queues } from './queues.js';

const ABSENT = 0;
const FINISHED = 2;
const CHUNK = 1_000;
const OVERTAKEN = new Set<unknown>([ErrorCode.JobNotExist, ErrorCode.JobNotInState]);

export interface Ensured {
  readonly added: number;
  readonly retried: number;
  readonly live: number;
}

const dataFor = (queue: CrierQueue, id: string): JobData =>
  describeQueue(queue.name).kind === 'router' ? { eventId: id } : { deliveryId: id };

const retryFinished = async (queue: CrierQueue, id: string): Promise<void> => {
  const job = await queue.getJob(id);
  if (job === undefined) return;
  try {
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
  } catch (error) {
    // Two callers may find the same finished job; the second finds it live again, or done, which is what both wanted.
    if (!OVERTAKEN.has((error as { code?: unknown }).code)) throw error;
  }
};

/**
 * The only way into a queue: afterwards each id has exactly one live job. Absent -> added under the row's id; finished (kept
 * failed) -> retried; live -> nothing. A plain `add()` under the id of a kept finished job would be ignored in silence.
 * Safe for several callers at once. Rejects when Redis is away; nothing is half-done that a second call would not mend.
 */
export const ensureJobs = (queues: Queues, name: string, ids: readonly string[]): Promise<Ensured> =>
  ensure(queues, name, ids, true);

/** The same for a display queue: what is missing is added, what has failed stays failed. */
export const ensureShown = (queues: Queues, name: string, ids: readonly string[]): Promise<Ensured> =>
  ensure(queues, name, ids, false);

/**
 * Jobs for rows that this caller made just now: no job of theirs can have finished, so there is nothing to look at. A job
 * that another has added meanwhile stays the only one.
 */
export const addJobs = async (queues: Queues, name: string, ids: readonly string[]): Promise<void> => {
  const queue = queues.get(name);
  await queue.addBulk(ids.map((id) => ({ name: queue.name, data: dataFor(queue, id), opts: { jobId: id } })));
};

const ensure = async (queues: Queues, name: string, ids: readonly string[], again: boolean): Promise<Ensured> => {
  const queue = queues.get(name);
  let added = 0;
  let retried = 0;
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const found = (await queues.look(
      chunk.map((id) => queue.toKey(id)),
      [],
    )) as number[];
    const absent = chunk.filter((_, i) => found[i] === ABSENT);
    const finished = again ? chunk.filter((_, i) => found[i] === FINISHED) : [];
    if (absent.length > 0) await addJobs(queues, name, absent);
    await Promise.all(finished.map((id) => retryFinished(queue, id)));
    added += absent.length;
    retried += finished.length;
  }
  return { added, retried, live: ids.length - added - retried };
};
