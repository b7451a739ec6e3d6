import { createTimerSet } from './timer-set.js';

export interface PacedWork<T> {
  /** What waits for its turn, and what is under way. */
  readonly size: number;
  push(item: T): void;
  /** Forgets what waits for its turn. */
  clear(): void;
}

const MOST_UNDER_WAY = 50;
const TURNS_TO_CATCH_UP = 50;
const REST_MS = 50;

/**
 * Works on items in the order pushed, a number at a time. In each turn of the event loop only a small share of them is
 * begun: in a rush, what else the process does comes first. `work` says whether it succeeded; while it fails it is
 * tried twenty times a second, whatever is waiting: a receiver that is down must not cost more than one that is up.
 */
export const createPacedWork = <T>(work: (item: T) => Promise<boolean>): PacedWork<T> => {
  const rests = createTimerSet();
  let ready: T[] = [];
  let underWay = 0;
  let allowed = MOST_UNDER_WAY;
  let begun = false;

  const run = async (item: T) => {
    underWay += 1;
    const succeeded = await work(item);
    underWay -= 1;
    allowed = succeeded ? MOST_UNDER_WAY : 0;
    if (!succeeded) rests.start(REST_MS, tryOne);
    begin();
  };

  const tryOne = () => {
    allowed = Math.max(allowed, 1);
    begin();
  };

  const begin = () => {
    if (begun || underWay >= allowed || ready.length === 0) return;
    begun = true;
    setImmediate(() => {
      begun = false;
      const many = Math.min(Math.ceil(ready.length / TURNS_TO_CATCH_UP), allowed - underWay);
      for (const item of ready.splice(0, Math.max(many, 0))) void run(item);
      begin();
    });
  };

  return {
    get size() {
      return ready.length + underWay;
    },
    push(item) {
      ready.push(item);
      begin();
    },
    clear() {
      ready = [];
      rests.clear();
      allowed = MOST_UNDER_WAY;
    },
  };
};
