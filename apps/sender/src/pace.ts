/** Rests that end early when the sender stops. */
export const createPace = () => {
  const stop = new AbortController();
  return {
    /** True when the time has passed, false when it was cut short. */
    rest: (ms: number): Promise<boolean> =>
      new Promise((resolve) => {
        if (stop.signal.aborted) return resolve(false);
        const end = (whole: boolean) => () => {
          clearTimeout(timer);
          stop.signal.removeEventListener('abort', cut);
          resolve(whole);
        };
        const cut = end(false);
        const timer = setTimeout(end(true), ms);
        stop.signal.addEventListener('abort', cut);
      }),
    stop: (): void => stop.abort(),
  };
};
