import { describe, expect, it } from 'vitest';
import { type RetryPolicy, retryDelayMs } from './retry.js';

const POLICY: RetryPolicy = { attempts: 6, baseMs: 30_000, capMs: 480_000 };
const FAILURES = 4_000;
const WITHIN_MS = 3_000;
const RETRY_AFTER_MS = 5_000;

/** A seeded generator (xorshift32), so that a bad draw can be looked at again. */
const seeded = (seed: number) => {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

/** The most of these instants within any sliding window of this length, as a share of all. */
const fullest = (instants: readonly number[], windowMs: number): number => {
  const sorted = instants.toSorted((a, b) => a - b);
  let most = 0;
  let from = 0;
  for (const [to, at] of sorted.entries()) {
    while (at - (sorted[from] ?? 0) >= windowMs) from++;
    most = Math.max(most, to - from + 1);
  }
  return most / sorted.length;
};

/** When each failure comes back. `until` is the instant that the provider named in Retry-After for everybody. */
const comeBack = (seed: number, n: number, failedAt: (i: number) => number, untilMs: number | undefined): number[] => {
  const random = seeded(seed);
  return Array.from({ length: FAILURES }, (_, i) => {
    const at = failedAt(i);
    return at + retryDelayMs(POLICY, n, untilMs === undefined ? 0 : untilMs - at, random);
  });
};

const spread = (i: number) => (i * WITHIN_MS) / FAILURES;
const atOnce = () => 0;

const SEEDS = [1, 7, 42, 4_482, 99_991, 20_261_130];

describe('R-4.8 4,000 failures within 3 seconds come back spread out', () => {
  const cases = SEEDS.flatMap((seed) => [0, 1, 2, 3, 4].map((n) => [seed, n] as const));

  describe.each([
    ['without Retry-After', spread, undefined],
    ['with one common Retry-After', spread, RETRY_AFTER_MS],
    ['failed in one instant', atOnce, undefined],
    ['failed in one instant with one common Retry-After', atOnce, RETRY_AFTER_MS],
  ] as const)('%s', (_, failedAt, untilMs) => {
    it.each(cases)('seed %i, retry %i', (seed, n) => {
      const instants = comeBack(seed, n, failedAt, untilMs);
      expect(fullest(instants, 1_000)).toBeLessThan(0.05);
      expect(fullest(instants, 100)).toBeLessThan(0.01);
      expect(Math.min(...instants)).toBeGreaterThanOrEqual(untilMs ?? 0);
    });
  });

  describe.each([
    ['without Retry-After', () => 0],
    ['with one common Retry-After', (at: number) => RETRY_AFTER_MS - (at % RETRY_AFTER_MS)],
  ] as const)('through all five retries in sum, %s', (_, floorMs) => {
    it.each(SEEDS)('seed %i', (seed) => {
      const random = seeded(seed);
      const instants = Array.from({ length: FAILURES }, (_, i) => {
        let at = spread(i);
        return [0, 1, 2, 3, 4].map((n) => (at += retryDelayMs(POLICY, n, floorMs(at), random)));
      }).flat();
      expect(fullest(instants, 1_000)).toBeLessThan(0.05);
      expect(fullest(instants, 100)).toBeLessThan(0.01);
    });
  });

  it('and the measure would see a herd', () => {
    const herd = comeBack(1, 0, spread, undefined).map((at) => Math.max(at, 60_000));
    expect(fullest(herd, 1_000)).toBeGreaterThan(0.9);
    expect(fullest(herd, 100)).toBeGreaterThan(0.9);
  });
});
