import { isConnectionError } from '@crier/db';
import { ProblemError } from './http/problem-error.js';

export interface StorageGate {
  /** Runs a statement; 503 at once while Postgres is known to be away, and after `timeoutMs` when it is silent. */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly open: boolean;
  close(): void;
}

const RETRY_AFTER_S = 2;
const PROBE_EVERY_MS = 250;

const away = (): ProblemError =>
  new ProblemError(
    'unavailable',
    'Nothing was stored: the database does not answer. Send it again.',
    [],
    RETRY_AFTER_S,
  );

const within = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(away()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * Answers for Postgres. The first statement that fails for a lost server, or stays silent, closes the gate: from
 * then on callers are told at once, while a probe looks whether it is back. A timed-out event may be stored all the same;
 * the caller posts it again and learns that it is a duplicate.
 */
export const createStorageGate = (options: { probe: () => Promise<unknown>; timeoutMs: number }): StorageGate => {
  let open = true;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const probe = async (): Promise<void> => {
    try {
      await within(options.probe(), options.timeoutMs);
      open = true;
    } catch {
      if (!ended) timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
    }
  };
  const shut = (): void => {
    if (!open) return;
    open = false;
    timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
  };
  return {
    run: async (work) => {
      if (!open) throw away();
      try {
        return await within(work(), options.timeoutMs);
      } catch (error) {
        const lost = isConnectionError(error) || (error instanceof ProblemError && error.code === 'unavailable');
        if (!lost) throw error;
        shut();
        throw away();
      }
    },
    get open() {
      return open;
    },
    close: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
};
