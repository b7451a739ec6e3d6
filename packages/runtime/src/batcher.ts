export interface BatcherOptions<I, O> {
  /** Items of one shared call at most. */
  readonly maxBatch: number;
  /** Weight of one shared call at most, by `weigh`; one item always fits. Unlimited when left out. */
  readonly maxWeight?: number;
  readonly weigh?: (item: I) => number;
  /** Shared calls in flight at most. */
  readonly flights: number;
  /** Handles a batch; results in the order of the items. */
  readonly run: (items: readonly I[]) => Promise<readonly O[]>;
  /** Whether an error is nobody's fault (connection lost): then it is everybody's, and splitting would only ask a dead server again. */
  readonly isShared: (error: unknown) => boolean;
}

export interface Batcher<I, O> {
  /** Resolves or rejects with this item's own outcome. */
  submit(item: I): Promise<O>;
  /** Items waiting for a flight. */
  readonly waiting: number;
}

interface Entry<I, O> {
  readonly item: I;
  readonly resolve: (value: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets concurrent callers share one statement and its commit. A batch leaves at once when a flight is free, and whatever
 * arrives meanwhile is the next one: no timer, so an idle system has no delay. When a shared call fails, it is split until
 * the guilty item stands alone and only its caller is told. An answer of the wrong length is a fault of `run` itself: it may
 * have acted, so it is not asked again and every caller is told.
 */
export const createBatcher = <I, O>(options: BatcherOptions<I, O>): Batcher<I, O> => {
  const queue: Entry<I, O>[] = [];
  let flying = 0;

  const rejectAll = (entries: readonly Entry<I, O>[], error: unknown): void => {
    for (const entry of entries) entry.reject(error);
  };

  const settle = async (entries: readonly Entry<I, O>[]): Promise<void> => {
    let results: readonly O[];
    try {
      results = await options.run(entries.map((entry) => entry.item));
    } catch (error) {
      if (entries.length === 1 || options.isShared(error)) return rejectAll(entries, error);
      const half = Math.ceil(entries.length / 2);
      await settle(entries.slice(0, half));
      return settle(entries.slice(half));
    }
    if (results.length !== entries.length)
      return rejectAll(entries, new Error(`a batch of ${entries.length} answered ${results.length}`));
    for (const [i, entry] of entries.entries()) entry.resolve(results[i] as O);
  };

  const nextBatch = (): Entry<I, O>[] => {
    const { maxBatch, maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0 } = options;
    let size = 0;
    let weight = 0;
    for (const { item } of queue) {
      weight += weigh(item);
      if (size === maxBatch || (size > 0 && weight > maxWeight)) break;
      size++;
    }
    return queue.splice(0, size);
  };

  const launch = (): void => {
    while (flying < options.flights && queue.length > 0) {
      flying++;
      void settle(nextBatch()).then(() => {
        flying--;
        launch();
      });
    }
  };

  return {
    submit: (item) =>
      new Promise<O>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        // Callers of the same turn of the event loop belong together.
        if (queue.length === 1) setImmediate(launch);
      }),
    get waiting() {
      return queue.length;
    },
  };
};
