import type { CallbackSettings } from './callback-settings.js';
import { createPacedWork } from './paced-work.js';
import { createTimerSet } from './timer-set.js';

export interface CallbackCounts {
  /** Not yet answered with a 2xx. */
  readonly pending: number;
  readonly delivered: number;
  /** Given up, or never begun because too many were pending. */
  readonly failed: number;
}

/** What is to be posted, and when. Times in ms since the epoch. */
export interface Due {
  readonly acceptedAt: number;
  readonly happenedAt: number;
  readonly settings: Pick<CallbackSettings, 'duplicates' | 'shuffle'>;
}

export interface CallbackQueue<T extends Due> {
  /** Posts once and once more for each duplicate, as its settings say. */
  add(item: T): void;
  /** Forgets everything pending. */
  drop(): void;
  counts(): CallbackCounts;
}

const MOST_PENDING = 100_000;
const RETRY_MS = 1000;
const GIVE_UP_MS = 300_000;
/** Shuffled callbacks wait up to this much longer, each as chance has it, and so overtake one another. */
const SHUFFLE_MS = 1000;

interface Deps<T> {
  /** Tries once; true if the receiver took it. */
  readonly attempt: (item: T) => Promise<boolean>;
  readonly random: () => number;
  readonly now: () => number;
  readonly changed: () => void;
}

/**
 * Callbacks of one provider: late by as much as asked for, and tried every second for five minutes until `attempt` says
 * that they got through. In a rush, and while the receiver fails, they are slower.
 */
export const createCallbackQueue = <T extends Due>(deps: Deps<T>): CallbackQueue<T> => {
  const waiting = createTimerSet();
  let drops = 0;
  let delivered = 0;
  let failed = 0;

  const later = (item: T, waitMs: number) => waiting.start(waitMs, () => due.push(item));

  const due = createPacedWork(async (item: T) => {
    const dropsBefore = drops;
    const done = await deps.attempt(item);
    if (done) delivered += 1;
    else if (deps.now() >= item.happenedAt + GIVE_UP_MS) failed += 1;
    else if (drops === dropsBefore) later(item, RETRY_MS);
    deps.changed();
    return done;
  });

  const pending = () => waiting.size + due.size;

  return {
    add(item) {
      const { duplicates, shuffle } = item.settings;
      const waitMs = item.happenedAt - item.acceptedAt;
      for (let copy = 0; copy <= duplicates; copy += 1) {
        if (pending() < MOST_PENDING) later(item, waitMs + (shuffle ? deps.random() * SHUFFLE_MS : 0));
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
