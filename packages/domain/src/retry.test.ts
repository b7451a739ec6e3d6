import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RetryPolicy, retryDelayMs, retryHorizonMs, retryWindowMs } from './retry.js';

const POLICY: RetryPolicy = { attempts: 6, baseMs: 30_000, capMs: 480_000 };
const ALMOST_ONE = 1 - Number.EPSILON / 2;

describe('R-4.8 the waits between attempts', () => {
  it('open windows of 30, 60, 120, 240 and 480 seconds', () => {
    expect([0, 1, 2, 3, 4].map((n) => retryWindowMs(POLICY, n))).toEqual([30_000, 60_000, 120_000, 240_000, 480_000]);
  });

  it('never open a window over the cap, however many there were', () => {
    for (const n of [4, 5, 10, 100, 2_000]) expect(retryWindowMs(POLICY, n)).toBe(480_000);
    expect(retryWindowMs({ ...POLICY, capMs: 1_000 }, 0)).toBe(1_000);
  });

  it('end after 930 seconds for six attempts', () => {
    expect(retryHorizonMs(POLICY)).toBe(930_000);
    expect(retryHorizonMs({ ...POLICY, attempts: 2 })).toBe(30_000);
    expect(retryHorizonMs({ ...POLICY, attempts: 1 })).toBe(0);
    expect(retryHorizonMs({ ...POLICY, attempts: 8 })).toBe(930_000 + 2 * 480_000);
  });

  it('lie between the floor and the floor plus the window', () => {
    expect(retryDelayMs(POLICY, 0, 0, () => 0)).toBe(0);
    expect(retryDelayMs(POLICY, 0, 0, () => ALMOST_ONE)).toBe(29_999);
    expect(retryDelayMs(POLICY, 0, 0, () => 0.5)).toBe(15_000);
    expect(retryDelayMs(POLICY, 2, 0, () => 0.5)).toBe(60_000);
  });

  it('put the jitter above the provider’s floor, however long the floor is', () => {
    expect(retryDelayMs(POLICY, 0, 5_000, () => 0)).toBe(5_000);
    expect(retryDelayMs(POLICY, 0, 5_000, () => 0.5)).toBe(20_000);
    expect(retryDelayMs(POLICY, 0, 3_600_000, () => 0.5)).toBe(3_615_000);
  });

  it('take a floor below nothing for nothing', () => {
    expect(retryDelayMs(POLICY, 0, -5_000, () => 0.5)).toBe(15_000);
  });

  it('are whole milliseconds within their bounds, for every draw', () => {
    const draw = fc.double({ min: 0, max: ALMOST_ONE, noNaN: true });
    fc.assert(
      fc.property(fc.nat(20), fc.nat(86_400_000), draw, (n, floorMs, random) => {
        const delay = retryDelayMs(POLICY, n, floorMs, () => random);
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(floorMs);
        expect(delay).toBeLessThan(floorMs + retryWindowMs(POLICY, n));
      }),
    );
  });

  it('draw once each', () => {
    let draws = 0;
    retryDelayMs(POLICY, 3, 1_000, () => {
      draws++;
      return 0.1;
    });
    expect(draws).toBe(1);
  });
});
