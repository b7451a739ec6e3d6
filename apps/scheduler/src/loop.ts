export interface Loop {
  close(): Promise<void>;
}

/** Runs again and again with a rest between, never twice at once; an error is reported and changes nothing. */
export const startLoop = (options: {
  everyMs: number;
  run: () => Promise<void>;
  onError: (error: Error) => void;
}): Loop => {
  let stopped = false;
  let endRest: (() => void) | undefined;
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, options.everyMs);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const forever = async (): Promise<void> => {
    while (!stopped) {
      await options
        .run()
        .catch((error: unknown) => options.onError(error instanceof Error ? error : new Error(String(error))));
      if (!stopped) await rest();
    }
  };
  const ended = forever();
  return {
    close: async () => {
      stopped = true;
      endRest?.();
      await ended;
    },
  };
};
