import { expect, it } from 'vitest';
import { pruneLimit } from './prune-brake.js';

it.each([
  [0, 20],
  [5, 20],
  [209, 20],
  [210, 21],
  [1_000_000, 100_000],
])('of %d tokens, %d may be given up within an hour', (tokens, limit) => {
  expect(pruneLimit(tokens)).toBe(limit);
});
