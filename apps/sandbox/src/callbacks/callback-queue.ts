import type { Report } from './report.js';

export interface CallbackCounts {
  /** Not yet answered with a 2xx. */
  readonly pending: number;
  readonly delivered: number;
  /** Given up, or never begun because too many were pending. */
  readonly failed: number;
}

export interface CallbackQueue {
  /** Reports once and once more for each duplicate, as its settings say. */
  add(report: Report): void;
  /** Forgets everything pending. */
  drop(): void;
  counts(): CallbackCounts;
}

const MOST_IN_FLIGHT = 50;
const MOST_PENDING = 100_000;
const RETRY_MS = 1000;
const GIVE_UP_MS = 300_000;
const TURNS_TO_CATCH_UP = 50;
/** Shuffled callbacks wait up to this much longer, each as chance has it, and so overtake one another. */
const SHUFFLE_MS = 1000;

/**
 * Callbacks of one provider: late by as much as asked for, a number at a time, each tried every second for five minutes
 * until `attempt` says that it got through. In each turn of the event loop only a small share of them is begun: in a
 * rush the sends come first, and callbacks are seconds late. While the receiver fails only one is under way: a receiver
 * that is down must not cost more than one that is up.
 */
export const createCallbackQueue = (deps: {
  attempt: (report: Report) => Promise<boolean>;
  random: () => number;
  now: () => number;
  changed: () => void;
}): CallbackQueue => {
  const waiting = new Set<NodeJS.Timeout>();
  let ready: Report[] = [];
  let inFlight = 0;
  let allowed = MOST_IN_FLIGHT;
  let begun = false;
  let dropped = 0;
  let delivered = 0;
  let failed = 0;

  const pending = () => waiting.size + ready.length + inFlight;

  const later = (report: Report, waitMs: number) => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      ready.push(report);
      pump();
    }, waitMs);
    waiting.add(timer);
  };

  const run = async (report: Report) => {
    const drops = dropped;
    inFlight += 1;
    const done = await deps.attempt(report);
    inFlight -= 1;
    allowed = done ? MOST_IN_FLIGHT : 1;
    if (done) delivered += 1;
    else if (deps.now() >= report.happenedAt + GIVE_UP_MS) failed += 1;
    else if (drops === dropped) later(report, RETRY_MS);
    deps.changed();
    pump();
  };

  const pump = () => {
    if (begun || inFlight >= allowed || ready.length === 0) return;
    begun = true;
    setImmediate(() => {
      begun = false;
      const many = Math.min(Math.ceil(ready.length / TURNS_TO_CATCH_UP), allowed - inFlight);
      for (const report of ready.splice(0, Math.max(many, 0))) void run(report);
      pump();
    });
  };

  return {
    add(report) {
      const { delayMs, duplicates, shuffle } = report.settings;
      for (let copy = 0; copy <= duplicates; copy += 1) {
        if (pending() < MOST_PENDING) later(report, delayMs + (shuffle ? deps.random() * SHUFFLE_MS : 0));
        else failed += 1;
      }
      deps.changed();
    },
    drop() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
      ready = [];
      dropped += 1;
    },
    counts: () => ({ pending: pending(), delivered, failed }),
  };
};
