// @ts-check

const AT_ONCE = 8;

/**
 * Calls `work` for every item, a few at the same time.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<unknown>} work
 */
export const forEach = async (items, work) => {
  const waiting = [...items];
  const one = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
};
