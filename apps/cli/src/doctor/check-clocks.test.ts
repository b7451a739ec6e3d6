import { expect, it } from 'vitest';
import { clockFindings } from './check-clocks.js';

it.each([
  [0, 1, 'well'],
  [-999, 0, 'well'],
  [1_000, 0, 'warning'],
  [-4_999, 0, 'warning'],
  [5_000, 0, 'broken'],
  [-60_000, 10, 'broken'],
  // The question was so long on its way that the clock may well be right.
  [3_000, 2_500, 'well'],
])('R-8.11 a clock %d ms ahead, give or take %d ms: %s', (aheadMs, giveOrTakeMs, verdict) => {
  const [finding, ...more] = clockFindings({
    Redis: { at: 'redis', sight: { clock: { aheadMs, giveOrTakeMs } } },
    PostgreSQL: { at: 'db', silent: 'ECONNREFUSED' },
  });
  expect(finding).toMatchObject({ check: 'Clock of Redis', verdict });
  expect(more).toEqual([]);
});
