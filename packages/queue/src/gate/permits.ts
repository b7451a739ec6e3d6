import type { Slots } from './ask-for-slots.js';
import type { createCallsInFlight } from './calls-in-flight.js';
import type { Verdict } from './gate-types.js';
import type { Waiter } from './waiting-line.js';

/** A slot used later than this would crowd into the next one's second: it is asked for again. */
const LATE_MS = 40;

type Calls = ReturnType<typeof createCallsInFlight>;

/** Turns slots into permits, each at its time. */
export const createPermits = (
  calls: Calls,
  monotonicMs: () => number,
  on: { left(): void; late(waiter: Waiter): void },
) => {
  const letGo = (waiter: Waiter, epoch: string): void => {
    let left = false;
    const waited = monotonicMs() - waiter.since > LATE_MS;
    const leave = (verdict: Verdict): void => {
      if (left) return;
      left = true;
      calls.end(epoch, verdict);
      on.left();
    };
    waiter.settle({ kind: 'go', waited, leave });
  };
  return (waiter: Waiter, i: number, slots: Slots): void => {
    const wait = slots.at(i) - monotonicMs();
    const come = (): void => {
      if (monotonicMs() - slots.earliest(i) <= LATE_MS) {
        letGo(waiter, slots.epoch);
      } else {
        calls.end(slots.epoch, 'neutral');
        on.late(waiter);
      }
    };
    if (wait < 1) letGo(waiter, slots.epoch);
    else setTimeout(come, wait);
  };
};
