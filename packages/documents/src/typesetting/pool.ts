import { Worker } from 'node:worker_threads';

export interface PoolOptions {
  /** The thread's file. Each message is one job; its answer is `{ pdf }` or `{ error }`. */
  readonly script: URL;
  /** Threads, which is documents at once. */
  readonly size: number;
  /** Longest that one job may take in its thread, in ms. A thread that takes longer is ended, and another takes its place. */
  readonly timeoutMs: number;
}

export interface Pool {
  /** Rejects with RenderFailed when the thread says so, ends or takes too long, or with the signal's reason. */
  run(job: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Ends the threads; what they were at is rejected. */
  close(): Promise<void>;
}

/** One document could not be made. The thread that was at it may have ended; the others know nothing of it. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
}

interface Job {
  readonly text: string;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (reason: unknown) => void;
}

type Answer = { readonly pdf: Uint8Array } | { readonly error: string };

/** Runs one job in a thread. True: the thread may take another. */
const runIn = (thread: Worker, { text, signal, resolve, reject }: Job, timeoutMs: number): Promise<boolean> =>
  new Promise((settled) => {
    const end = (isUsable: boolean, settle: () => void): void => {
      clearTimeout(timer);
      thread.off('message', answered).off('error', failed).off('exit', ended);
      signal?.removeEventListener('abort', aborted);
      settle();
      settled(isUsable);
    };
    const fail = (why: string) => end(false, () => reject(new RenderFailed(why)));
    const answered = (answer: Answer) =>
      end(true, () => ('pdf' in answer ? resolve(answer.pdf) : reject(new RenderFailed(answer.error))));
    const failed = (error: Error) => fail(`the thread failed: ${error.message}`);
    const ended = (code: number) => fail(`the thread ended with ${code}`);
    const aborted = () => end(false, () => reject(signal?.reason));
    const timer = setTimeout(() => fail(`not ready after ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', aborted);
    thread.on('message', answered).on('error', failed).on('exit', ended);
    thread.postMessage(text);
  });

/** Threads, started when one is needed and none is idle. */
const createThreads = (script: PoolOptions['script']) => {
  const idle = new Set<Worker>();
  const all = new Set<Worker>();
  const ending = new Set<Promise<unknown>>();
  const end = (thread: Worker): void => {
    all.delete(thread);
    const ended = thread.terminate();
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  };
  const start = (): Worker => {
    const thread = new Worker(script);
    all.add(thread);
    // Whoever has a job in it hears of it as well.
    thread.on('error', () => {});
    thread.on('exit', () => {
      idle.delete(thread);
      all.delete(thread);
    });
    return thread;
  };
  return {
    idle,
    wake: (): Worker => {
      const [thread] = idle;
      if (thread === undefined) return start();
      idle.delete(thread);
      return thread;
    },
    end,
    endAll: async (): Promise<void> => {
      for (const thread of all) end(thread);
      await Promise.all(ending);
    },
  };
};

/**
 * Threads for work that would hold the event loop up (R-5.2a). They start when they are first needed. A thread that crashes,
 * or is too slow, costs the one job that it was at.
 */
export const createPool = ({ script, size, timeoutMs }: PoolOptions): Pool => {
  const waiting: Job[] = [];
  const { idle, wake, end, endAll } = createThreads(script);
  let busy = 0;
  let closed = false;

  const take = async (job: Job): Promise<void> => {
    busy++;
    const thread = wake();
    const isUsable = await runIn(thread, job, timeoutMs);
    busy--;
    if (isUsable && !closed) idle.add(thread);
    else end(thread);
    next();
  };
  const next = (): void => {
    while (busy < size) {
      const job = waiting.shift();
      if (job === undefined) return;
      if (job.signal?.aborted) job.reject(job.signal.reason);
      else void take(job);
    }
  };
  return {
    run: (text, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new RenderFailed('the renderer is closed'));
        waiting.push({ text, signal, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new RenderFailed('the renderer is closed'));
      await endAll();
    },
  };
};
