import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeliveryState, isTerminal, mayMove, STATES, TRANSITIONS } from './state.js';

const EVIDENCE: readonly DeliveryState[] = ['accepted', 'delivered', 'bounced'];

/** A life of a delivery: any legal way from where it begins. */
const lives = fc.array(fc.nat(), { maxLength: 60 }).map((choices) => {
  const life: DeliveryState[] = ['pending'];
  for (const choice of choices) {
    const next = TRANSITIONS[life.at(-1) ?? 'pending'];
    const to = next[choice % next.length];
    if (to !== undefined) life.push(to);
  }
  return life;
});

/** Holds `rule` against each step of many lives; a failure says its seed. */
const always = (rule: (from: DeliveryState, to: DeliveryState, before: readonly DeliveryState[]) => void): void =>
  fc.assert(
    fc.property(lives, (life) => {
      for (let n = 1; n < life.length; n++) {
        const [from, to] = [life[n - 1], life[n]];
        if (from !== undefined && to !== undefined) rule(from, to, life.slice(0, n));
      }
    }),
    { numRuns: 500 },
  );

describe('every life of a delivery', () => {
  it('R-4.4 is over for good, but for what the provider says and a replay', () => {
    always((from, to) => {
      if (isTerminal(from)) expect([...EVIDENCE, 'queued']).toContain(to);
      if (isTerminal(from) && to === 'queued') expect(['dead', 'bounced']).toContain(from);
    });
  });

  it('R-4.4 is not sent again once it was accepted, unless it is replayed', () => {
    always((_, to, before) => {
      const since = before.slice(before.lastIndexOf('queued') + 1);
      if (to === 'sending') expect(since.filter((state) => EVIDENCE.includes(state))).toEqual([]);
    });
  });

  it('R-4.9 has a verdict between two sendings: the queue or a retry', () => {
    always((_, to, before) => {
      const last = before.lastIndexOf('sending');
      if (to !== 'sending' || last < 0) return;
      expect(before.slice(last).some((state) => state === 'queued' || state === 'retrying')).toBe(true);
    });
  });

  it('R-4.9 is unknown only after it was being sent', () => {
    always((from, to) => {
      if (to === 'unknown') expect(from).toBe('sending');
    });
  });

  it('can end from wherever it stands, in one step or two', () => {
    always((_, to) => {
      const next = STATES.filter((state) => mayMove(to, state));
      expect([to, ...next].some(isTerminal)).toBe(true);
    });
  });
});
