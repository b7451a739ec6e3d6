import { describe, expect, it } from 'vitest';
import { mayStillBeProved } from './listening.js';

const WINDOW_MS = 900_000;
const MINUTE_MS = 60_000;
const may = (
  listeningMs: number | undefined,
  { pastMs = 0, windowMs = WINDOW_MS, repeatedWithinMs = MINUTE_MS } = {},
) => mayStillBeProved({ listeningMs, pastMs, windowMs, repeatedWithinMs });

describe('R-4.9 an unknown outcome whose window is over', () => {
  it.each([15_000, MINUTE_MS])(
    'waits on while nobody listens, and %i ms more where its provider takes that long to say it again',
    (ms) => {
      const answers = [0, ms - 1, ms, 10_000_000].map((listeningMs) => may(listeningMs, { repeatedWithinMs: ms }));
      expect(answers).toEqual([true, true, false, false]);
    },
  );

  it('waits for one more window at most', () => {
    expect([WINDOW_MS - 1, WINDOW_MS].map((pastMs) => may(0, { pastMs }))).toEqual([true, false]);
  });

  it('does not wait for callbacks that never came here', () => {
    expect(may(undefined)).toBe(false);
  });

  it('does not wait for a provider that says nothing again', () => {
    expect(may(0, { repeatedWithinMs: 0 })).toBe(false);
  });

  it.each([MINUTE_MS, 86_400_000])(
    'does not wait longer than the window for a repetition (%i ms)',
    (repeatedWithinMs) => {
      const answers = [14_999, 15_000].map((ms) => may(ms, { windowMs: 15_000, repeatedWithinMs }));
      expect(answers).toEqual([true, false]);
    },
  );
});
