import { expect, it } from 'vitest';
import { sweepLimitSeconds } from './sweep.js';

it('R-8.7 six sweeps may be missed, and a minute at least', () => {
  expect([1, 2_000, 10_000, 10_001, 60_000].map(sweepLimitSeconds)).toEqual([60, 60, 60, 60.006, 360]);
});
