import type { Lane } from '@crier/domain';
import type { Permit, Refusal } from './gate-types.js';

/** Somebody at the gate; times by the monotonic clock. */
export interface Waiter {
  readonly lane: Lane;
  readonly since: number;
  /** Until when it waits in line. */
  readonly until: number;
  readonly settle: (result: Permit | Refusal) => void;
}

/** Those who wait for a slot of one lane, in the order in which they came. */
export const createWaitingLine = () => {
  let waiters: Waiter[] = [];
  return {
    length: (): number => waiters.length,
    join: (waiter: Waiter): void => void waiters.push(waiter),
    /** Its slot came too late: it is the next one again. */
    rejoin: (waiter: Waiter): void => void waiters.unshift(waiter),
    take: (n: number): Waiter[] => waiters.splice(0, n),
    /** Sends everybody away, or those whose patience is over at `now`. */
    refuse: (refusal: Refusal, now = Number.POSITIVE_INFINITY): void => {
      const out = waiters.filter((waiter) => waiter.until <= now);
      if (out.length === 0) return;
      waiters = waiters.filter((waiter) => waiter.until > now);
      for (const waiter of out) waiter.settle(refusal);
    },
  };
};
