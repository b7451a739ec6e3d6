import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { prefixOf } from './names.js';
import type { JobData } from './queues.js';

/** What became of a job. Only this room turns it into what BullMQ understands. */
export type Outcome =
  /** Nothing more to do. The job is removed. */
  | { readonly kind: 'done' }
  /** Look again in `ms`. Uses no attempt. Over a minute it is no job at all: the keeper brings it back when it is due. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** A provider's verdict: tried again in `delayMs`. `code` is all that BullMQ gets to store. */
  | { readonly kind: 'retry'; readonly delayMs: number; readonly code: string }
  /** Final. The job stays under Failed with this text. */
  | { readonly kind: 'fail'; readonly text: string };

export interface TakenJob {
  readonly id: string;
  /** How often a worker died over this job. */
  readonly stalled: number;
  /** When it was put into the queue, in ms since the epoch. */
  readonly addedAtMs: number;
}

export interface ConsumerOptions {
  readonly queue: string;
  readonly redis: Redis;
  readonly concurrency: number;
  readonly handle: (job: TakenJob, signal: AbortSignal | undefined) => Promise<Outcome>;
  /** An unexpected error of the handler, or of Redis. `code` and ids only; the job is tried again. */
  readonly onError: (error: Error, jobId: string | undefined) => void;
  /** How long `close` lets work in flight finish before it is cancelled, in ms; what does not hear that is left behind. */
  readonly graceMs: number;
}

export interface Consumer {
  readonly queue: string;
  isRunning(): boolean;
  close(): Promise<void>;
}

/** A delay over this is a row in Postgres, not a job in Redis (architecture, "Window and keeper"). */
const LONGEST_DELAY_MS = 60_000;
/** A killed worker's job runs again within these; BullMQ's defaults take a minute. The same everywhere: the check is shared. */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_000;
/** A worker that dies just as it is woken takes the wake-up with it: the others look by themselves after this. */
const LOOK_AGAIN_S = 1;
const UNEXPECTED_DELAY_MS = 1_000;

/** Between the signal to work in flight and leaving it behind. */
const LEFT_BEHIND_MS = 1_000;

const endsWithin = async (work: Promise<void>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
};

class Retry extends Error {
  constructor(
    code: string,
    readonly delayMs: number,
  ) {
    super(code);
  }
}

const settle = async (job: Job<JobData>, token: string | undefined, outcome: Outcome): Promise<void> => {
  switch (outcome.kind) {
    case 'done':
      return;
    case 'wait':
      if (outcome.ms > LONGEST_DELAY_MS) return;
      await job.moveToDelayed(Date.now() + Math.max(1, Math.ceil(outcome.ms)), token);
      throw new DelayedError();
    case 'retry':
      if (outcome.delayMs > LONGEST_DELAY_MS) return;
      throw new Retry(outcome.code, outcome.delayMs);
    case 'fail':
      throw new UnrecoverableError(outcome.text);
  }
};

/** Runs a handler over a queue. An error that the handler did not foresee is reported and the job looked at again in a second. */
export const createConsumer = (options: ConsumerOptions): Consumer => {
  const process = async (job: Job<JobData>, token?: string, signal?: AbortSignal): Promise<void> => {
    const id = job.id ?? '';
    const outcome = await options
      .handle({ id, stalled: job.stalledCounter ?? 0, addedAtMs: job.timestamp }, signal)
      .catch((error: unknown): Outcome => {
        options.onError(error instanceof Error ? error : new Error(String(error)), id);
        return { kind: 'wait', ms: UNEXPECTED_DELAY_MS };
      });
    await settle(job, token, outcome);
  };
  const worker = new Worker<JobData>(options.queue, process, {
    connection: options.redis,
    prefix: prefixOf(options.queue),
    concurrency: options.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: 1_000,
    drainDelay: LOOK_AGAIN_S,
    removeOnComplete: { count: 0 },
    settings: {
      backoffStrategy: (_made, _type, error) => (error instanceof Retry ? error.delayMs : UNEXPECTED_DELAY_MS),
    },
  });
  worker.on('error', (error) => options.onError(error, undefined));
  return {
    queue: options.queue,
    isRunning: () => worker.isRunning(),
    close: async () => {
      const closed = worker.close();
      if (await endsWithin(closed, options.graceMs)) return;
      worker.cancelAllJobs('shutdown');
      // Work that does not hear the signal is left behind: with this process its job stalls, and runs again elsewhere.
      await endsWithin(closed, LEFT_BEHIND_MS);
    },
  };
};
