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

/** Said of a statement that may have committed all the same: posting an event again never doubles it. */
export const storageAway = (): ProblemError =>
  new ProblemError(
    'unavailable',
    'The database does not answer, so it is not certain that this was stored. Send it again.',
    [],
    RETRY_AFTER_S,
  );

class Late extends Error {}

const within = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * Answers for Postgres. A lost connection closes the gate; from then on callers are told at once, while a probe looks
 * whether it is back. A statement that stays silent answers only its own caller: it may be slow by itself, so a probe asks
 * whether Postgres is, and only its silence closes the gate for everybody.
 */
export const createStorageGate = (options: { probe: () => Promise<unknown>; timeoutMs: number }): StorageGate => {
  let open = true;
  let probing = false;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const probe = async (): Promise<void> => {
    probing = true;
    open = await within(options.probe(), options.timeoutMs).then(
      () => true,
      () => false,
    );
    probing = false;
    if (!open && !ended) timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
  };
  const suspect = (): void => {
    if (open && !probing) void probe();
  };
  const shut = (): void => {
    if (!open) return;
    open = false;
    timer = setTimeout(() => void probe(), PROBE_EVERY_MS);
  };
  return {
    run: async (work) => {
      if (!open) throw storageAway();
      try {
        return await within(work(), options.timeoutMs);
      } catch (error) {
        if (error instanceof Late) suspect();
        else if (isConnectionError(error)) shut();
        else throw error;
        throw storageAway();
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
