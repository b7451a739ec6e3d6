/** Timers that can be counted, and stopped together. */
export interface TimerSet {
  readonly size: number;
  start(ms: number, act: () => void): void;
  clear(): void;
}

export const createTimerSet = (): TimerSet => {
  const timers = new Set<NodeJS.Timeout>();
  return {
    get size() {
      return timers.size;
    },
    start(ms, act) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    },
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
};
