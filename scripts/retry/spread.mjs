// @ts-check
import { retryDelayMs } from '@crier/domain';

/** The waits of, as they are unless the environment says otherwise. */
const POLICY = { attempts: 6, baseMs: 30_000, capMs: 480_000 };
const RETRIES = [0, 1, 2, 3, 4];
const FAILURES = 4_000;
const WITHIN_MS = 3_000;
/** A provider that tells everybody who is refused in the same 5 s to come back when those are over. */
const PERIOD_MS = 5_000;
const SEED = 4_482;

/**
 * @typedef {object} Panel
 * @property {string} name
 * @property {readonly number[]} instants when messages come back, in ms after the first failure, ascending
 * @property {number} fullestSecond share of all within any second, 0 to 1
 * @property {number} fullestTenth the same within any 100 ms
 */

/** A seeded generator (xorshift32): the picture is the same each time it is drawn. */
const seeded = (/** @type {number} */ seed) => {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

/** The most of these instants within any sliding window of this length, as a share of all. */
const fullest = (/** @type {readonly number[]} */ sorted, /** @type {number} */ windowMs) => {
  let most = 0;
  let from = 0;
  for (const [to, at] of sorted.entries()) {
    while (at - (sorted[from] ?? 0) >= windowMs) from++;
    most = Math.max(most, to - from + 1);
  }
  return most / sorted.length;
};

/** @returns {Panel} */
const panel = (/** @type {string} */ name, /** @type {readonly number[]} */ unsorted) => {
  const instants = unsorted.toSorted((a, b) => a - b);
  return { name, instants, fullestSecond: fullest(instants, 1_000), fullestTenth: fullest(instants, 100) };
};

/**
 * Two columns (without and with one common Retry-After) of when 4,000 messages that fail within 3 s come back: before each
 * retry, and through all five, each retry failing at once.
 *
 * @returns {{ title: string, panels: Panel[] }[]}
 */
export const retrySpread = () =>
  [
    { title: 'without Retry-After', floorMs: () => 0 },
    {
      title: 'with one common Retry-After of 5 s',
      floorMs: (/** @type {number} */ at) => PERIOD_MS - (at % PERIOD_MS),
    },
  ].map(({ title, floorMs }) => {
    const random = seeded(SEED);
    const failed = Array.from({ length: FAILURES }, (_, i) => (i * WITHIN_MS) / FAILURES);
    const back = (/** @type {number} */ at, /** @type {number} */ n) =>
      at + retryDelayMs(POLICY, n, floorMs(at), random);
    const single = RETRIES.map((n) =>
      panel(
        `retry ${n}`,
        failed.map((at) => back(at, n)),
      ),
    );
    const through = failed.flatMap((first) => {
      let at = first;
      return RETRIES.map((n) => {
        at = back(at, n);
        return at;
      });
    });
    return { title, panels: [...single, panel('all five', through)] };
  });
