// @ts-check

/**
 * Numbers in [0, 1) that are the same for the same seed and purpose (mulberry32). Two purposes never share a stream, so that
 * one more event changes nothing about the faults.
 *
 * @param {number} seed
 * @param {string} purpose
 */
export const createRandom = (seed, purpose) => {
  let state = 0x811c9dc5;
  for (const char of `${seed}:${purpose}`) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (/** @type {number} */ from, /** @type {number} */ to) => from + next() * (to - from);
  /** @template T @param {readonly T[]} choices @returns {T} */
  const pick = (choices) => {
    const chosen = choices[Math.floor(next() * choices.length)];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  };
  return {
    next,
    /** @param {number} from @param {number} to both included */
    int: (from, to) => Math.floor(between(from, to + 1)),
    between,
    pick,
    /** Deals the cards in an order of chance, each as often as any other. @template T @param {readonly T[]} cards */
    deck: (cards) => {
      /** @type {T[]} */
      let left = [];
      return () => {
        if (left.length === 0) left = [...cards];
        const card = pick(left);
        left.splice(left.indexOf(card), 1);
        return card;
      };
    },
  };
};
