/** Rests that end early when the sender stops. */
export const createPace = () => {
  const cuts = new Set<() => void>();
  let stopped = false;
  return {
    /** True when the time has passed, false when it was cut short. */
    rest: (ms: number): Promise<boolean> =>
      new Promise((resolve) => {
        if (stopped) return resolve(false);
        const end = (whole: boolean): void => {
          clearTimeout(timer);
          cuts.delete(cut);
          resolve(whole);
        };
        const cut = (): void => end(false);
        const timer = setTimeout(end, ms, true);
        cuts.add(cut);
      }),
    stop: (): void => {
      stopped = true;
      for (const cut of cuts) cut();
    },
  };
};
