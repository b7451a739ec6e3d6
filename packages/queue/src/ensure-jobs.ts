import { describeQueue } from './names.js';
import type { CrierQueue, JobData, Queues } from './queues.js';

const ABSENT = 0;
const FINISHED = 2;
const CHUNK = 1_000;

export interface Ensured {
  readonly added: number;
  readonly retried: number;
  readonly live: number;
}

const dataFor = (queue: CrierQueue, id: string): JobData => {
  const { kind } = describeQueue(queue.name);
  if (kind === 'router') return { eventId: id };
  return kind === 'documents' ? { documentId: id } : { deliveryId: id };
};

/**
 * Takes away finished jobs, so that they can be added anew. BullMQ's own retry keeps the count of workers that died over the
 * job, which would bury a replayed delivery again on its first pass.
 */
const takeAway = (queue: CrierQueue, ids: readonly string[]): Promise<unknown> =>
  Promise.all(ids.map((id) => queue.remove(id)));

/**
 * The only way into a queue: afterwards each id has exactly one live job. Absent -> added under the row's id; finished (kept
 * failed) -> taken away and added anew; live -> nothing. A plain `add()` under the id of a kept finished job would be ignored in silence.
 * Safe for several callers at once. Rejects when Redis is away; nothing is half-done that a second call would not mend.
 */
export const ensureJobs = (queues: Queues, name: string, ids: readonly string[]): Promise<Ensured> =>
  ensure(queues, name, ids, true);

/** The same for a display queue: what is missing is added, what has failed stays failed. */
export const ensureShown = (queues: Queues, name: string, ids: readonly string[]): Promise<Ensured> =>
  ensure(queues, name, ids, false);

/**
 * Jobs for rows that this caller made just now: no job of theirs can have finished, so there is nothing to look at. A job
 * that another has added meanwhile stays the only one. Rejects when Redis is away.
 */
export const addJobs = async (queues: Queues, name: string, ids: readonly string[]): Promise<void> => {
  // A queue that nobody has used yet would wait for Redis instead.
  if (!queues.ready()) throw new Error('redis does not answer');
  const queue = queues.get(name);
  // Not addBulk: its pipeline is the dearer way to one write (docs/decisions/0010).
  await Promise.all(ids.map((id) => queue.add(queue.name, dataFor(queue, id), { jobId: id })));
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
    if (finished.length > 0) await takeAway(queue, finished);
    if (absent.length + finished.length > 0) await addJobs(queues, name, [...absent, ...finished]);
    added += absent.length;
    retried += finished.length;
  }
  return { added, retried, live: ids.length - added - retried };
};
