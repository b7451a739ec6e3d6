import type { CallbackSettings } from './callback-settings.js';
import { createPacedWork } from './paced-work.js';
import type { NotTaken, RetryRule } from './retry-rule.js';
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
  readonly retry: RetryRule;
}

/** One copy of it, and what became of it so far. */
interface Try<T> {
  readonly item: T;
  readonly before: number;
  /** Undefined = it was not tried yet. */
  readonly firstAt?: number;
}

export interface CallbackQueue<T extends Due> {
  /** Posts once and once more for each duplicate, as its settings say. */
  add(item: T): void;
  /** Forgets everything pending. */
  drop(): void;
  counts(): CallbackCounts;
}

const MOST_PENDING = 100_000;
/** Shuffled callbacks wait up to this much longer, each as chance has it, and so overtake one another. */
const SHUFFLE_MS = 1000;

interface Deps<T> {
  /** Tries once; undefined if the receiver took it. */
  readonly attempt: (item: T) => Promise<NotTaken | undefined>;
  readonly random: () => number;
  readonly now: () => number;
  readonly changed: () => void;
}

/**
 * Callbacks of one provider: late by as much as asked for, and tried by their rule until `attempt` says that they got through or
 * it gives them up. In a rush, and while the receiver fails, they are slower.
 */
export const createCallbackQueue = <T extends Due>(deps: Deps<T>): CallbackQueue<T> => {
  const waiting = createTimerSet();
  let drops = 0;
  let delivered = 0;
  let failed = 0;

  const later = (copy: Try<T>, waitMs: number) => waiting.start(waitMs, () => due.push(copy));

  const due = createPacedWork(async ({ item, before, firstAt = deps.now() }: Try<T>) => {
    const dropsBefore = drops;
    const { retry } = item;
    const why = await deps.attempt(item);
    if (why === undefined) delivered += 1;
    else if (before >= retry.times || !retry.on(why) || deps.now() >= firstAt + retry.withinMs) failed += 1;
    else if (drops === dropsBefore) later({ item, before: before + 1, firstAt }, retry.waitMs(before + 1));
    deps.changed();
    return why === undefined;
  });

  const pending = () => waiting.size + due.size;

  return {
    add(item) {
      const { duplicates, shuffle } = item.settings;
      const waitMs = item.happenedAt - item.acceptedAt;
      for (let copy = 0; copy <= duplicates; copy += 1) {
        if (pending() < MOST_PENDING) later({ item, before: 0 }, waitMs + (shuffle ? deps.random() * SHUFFLE_MS : 0));
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
