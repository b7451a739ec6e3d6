import { createPacedWork } from './paced-work.js';
import type { Report } from './report.js';
import { createTimerSet } from './timer-set.js';

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

const MOST_PENDING = 100_000;
const RETRY_MS = 1000;
const GIVE_UP_MS = 300_000;
/** Shuffled callbacks wait up to this much longer, each as chance has it, and so overtake one another. */
const SHUFFLE_MS = 1000;

interface Deps {
  /** Tries once; true if the receiver took it. */
  readonly attempt: (report: Report) => Promise<boolean>;
  readonly random: () => number;
  readonly now: () => number;
  readonly changed: () => void;
}

/**
 * Callbacks of one provider: late by as much as asked for, and tried every second for five minutes until `attempt` says
 * that they got through. In a rush, and while the receiver fails, they are slower.
 */
export const createCallbackQueue = (deps: Deps): CallbackQueue => {
  const waiting = createTimerSet();
  let drops = 0;
  let delivered = 0;
  let failed = 0;

  const later = (report: Report, waitMs: number) => waiting.start(waitMs, () => due.push(report));

  const due = createPacedWork(async (report: Report) => {
    const dropsBefore = drops;
    const done = await deps.attempt(report);
    if (done) delivered += 1;
    else if (deps.now() >= report.happenedAt + GIVE_UP_MS) failed += 1;
    else if (drops === dropsBefore) later(report, RETRY_MS);
    deps.changed();
    return done;
  });

  const pending = () => waiting.size + due.size;

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
      waiting.clear();
      due.clear();
      drops += 1;
    },
    counts: () => ({ pending: pending(), delivered, failed }),
  };
};
