import { setTimeout as rest } from 'node:timers/promises';

export interface Loop {
  /** Resolves when the run under way has ended. */
  close(): Promise<void>;
}

/** Runs again and again with a rest between, never twice at once; an error is reported and changes nothing. */
export const startLoop = (options: {
  everyMs: number;
  run: () => Promise<void>;
  onError: (error: Error) => void;
}): Loop => {
  const stop = new AbortController();
  const { signal } = stop;
  const forever = async (): Promise<void> => {
    while (!signal.aborted) {
      await options
        .run()
        .catch((error: unknown) => options.onError(error instanceof Error ? error : new Error(String(error))));
      await rest(options.everyMs, undefined, { signal }).catch(() => {});
    }
  };
  const ended = forever();
  return {
    close: () => {
      stop.abort();
      return ended;
    },
  };
};
