export interface WakeUp {
  /** Ends the current rest, or spares the next one. */
  wake(): void;
  /** Rests until woken, at most `ms`. */
  rest(ms: number): Promise<void>;
}

/** A rest that can be ended from outside; a call that comes before the rest is not lost. */
export const createWakeUp = (): WakeUp => {
  let woken = false;
  let end: (() => void) | undefined;
  return {
    wake: () => {
      woken = true;
      end?.();
    },
    rest: (ms) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          end = undefined;
          woken = false;
          resolve();
        };
        const timer = setTimeout(done, woken ? 0 : ms);
        end = done;
      }),
  };
};
