import { describe, expect, it } from 'vitest';
import { mayStillBeProved } from './listening.js';

const WINDOW_MS = 900_000;
const may = (listeningMs: number | undefined, pastMs = 0, windowMs = WINDOW_MS) =>
  mayStillBeProved({ listeningMs, pastMs, windowMs });

describe('R-4.9 an unknown outcome whose window is over', () => {
  it('waits on while nobody listens, and for a minute after somebody does again', () => {
    expect([0, 59_999, 60_000, 10_000_000].map((ms) => may(ms))).toEqual([true, true, false, false]);
  });

  it('waits for one more window at most', () => {
    expect([WINDOW_MS - 1, WINDOW_MS].map((past) => may(0, past))).toEqual([true, false]);
  });

  it('does not wait for callbacks that never came here', () => {
    expect(may(undefined)).toBe(false);
  });

  it('does not wait longer than the window for a repetition', () => {
    expect([14_999, 15_000].map((ms) => may(ms, 0, 15_000))).toEqual([true, false]);
  });
});
