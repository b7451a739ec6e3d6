import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REDRIVE as redrive } from '../ops/replay-rules.js';
import { retryHorizonMs } from '../retry.js';
import { dedupeWindowMs } from './dedupe-window.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const retry = { attempts: 6, baseMs: 30_000, capMs: 480_000 };

describe('R-4.2 the dedupe window', () => {
  it('is a day at least', () => {
    const once = { ...retry, attempts: 1 };
    expect(dedupeWindowMs({ retry: once, redrive, reconcileWindowMs: 0, longestHoldMs: 0, queueAgeLimitMs: 0 })).toBe(
      DAY_MS,
    );
  });

  it('is the sum of what can keep a delivery on its way, when that is more', () => {
    const window = dedupeWindowMs({
      retry,
      redrive,
      reconcileWindowMs: 900_000,
      longestHoldMs: DAY_MS,
      queueAgeLimitMs: HOUR_MS,
    });
    // Five retries of at most an hour's Retry-After each, three lives (two redrives, an hour apart), a hold, a queue.
    const life = 930_000 + 5 * HOUR_MS + 900_000;
    expect(window).toBe(3 * life + 2 * HOUR_MS + DAY_MS + HOUR_MS);
  });

  it('grows with the redrives that are configured', () => {
    const of = (times: number, afterMs: number) =>
      dedupeWindowMs({
        retry,
        redrive: { times, afterMs },
        reconcileWindowMs: 0,
        longestHoldMs: DAY_MS,
        queueAgeLimitMs: 0,
      });
    const life = 930_000 + 5 * HOUR_MS;
    expect(of(5, 7 * HOUR_MS) - of(0, HOUR_MS)).toBe(5 * (7 * HOUR_MS + life));
  });

  it('outlives the retries, the unknown outcome, the hold and the queue, one after the other', () => {
    const ms = fc.nat(30 * DAY_MS);
    const policy = fc.record({ attempts: fc.integer({ min: 1, max: 50 }), baseMs: ms, capMs: ms });
    fc.assert(
      fc.property(policy, ms, ms, ms, (p, reconcileWindowMs, longestHoldMs, queueAgeLimitMs) => {
        const window = dedupeWindowMs({ retry: p, redrive, reconcileWindowMs, longestHoldMs, queueAgeLimitMs });
        expect(window).toBeGreaterThanOrEqual(DAY_MS);
        expect(window).toBeGreaterThanOrEqual(retryHorizonMs(p) + reconcileWindowMs + longestHoldMs + queueAgeLimitMs);
      }),
    );
  });
});
