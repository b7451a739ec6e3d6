import { describe, expect, it } from 'vitest';
import {
  type DeliveryState,
  isOpen,
  isTerminal,
  mayMove,
  OPEN_STATES,
  STATES,
  TERMINAL_STATES,
  TRANSITIONS,
} from './state.js';

const EVIDENCE = ['accepted', 'delivered', 'bounced'] as const;

const reachableFrom = (start: DeliveryState): Set<DeliveryState> => {
  const seen = new Set<DeliveryState>([start]);
  const todo: DeliveryState[] = [start];
  for (let state = todo.pop(); state !== undefined; state = todo.pop())
    for (const next of TRANSITIONS[state]) if (!seen.has(next)) todo.push(seen.add(next) && next);
  return seen;
};

describe('the states of a delivery', () => {
  it('are those of the contract', () => {
    expect([...STATES].sort()).toEqual(
      [
        ...['pending', 'queued', 'waiting_document', 'held', 'sending', 'retrying', 'unknown'],
        ...['accepted', 'delivered', 'bounced', 'expired', 'suppressed', 'dead'],
      ].sort(),
    );
  });

  it('are each open, terminal, or a call that may have been made', () => {
    for (const state of STATES) {
      const kinds = [isOpen(state), isTerminal(state), state === 'sending' || state === 'unknown'];
      expect(kinds.filter(Boolean), state).toHaveLength(1);
    }
    expect(STATES.filter(isOpen)).toEqual([...OPEN_STATES]);
    expect(STATES.filter(isTerminal)).toEqual([...TERMINAL_STATES]);
  });

  it.each(STATES.filter((s) => !isTerminal(s)))('%s can end in every terminal state, and so never hangs', (state) => {
    expect([...reachableFrom(state)]).toEqual(expect.arrayContaining([...TERMINAL_STATES]));
  });

  it.each(STATES.filter((s) => s !== 'pending' && s !== 'waiting_document' && s !== 'held'))(
    '%s can be reached from where a delivery begins',
    (state) => {
      expect(reachableFrom('pending')).toContain(state);
    },
  );

  it('never lead back to the beginning', () => {
    for (const state of STATES) expect(TRANSITIONS[state], state).not.toContain('pending');
  });

  it('name each next state once', () => {
    for (const state of STATES) expect(new Set(TRANSITIONS[state]).size, state).toBe(TRANSITIONS[state].length);
  });
});

describe('R-4.4 evidence of acceptance', () => {
  const rank = (state: DeliveryState): number => (EVIDENCE as readonly DeliveryState[]).indexOf(state);

  // A rejection reported later is `bounced` too, of a lower rank: that the message arrived proves it wrong.
  const provedWrong = (state: DeliveryState, evidence: DeliveryState) =>
    state === 'bounced' && evidence === 'delivered';
  it.each(STATES)('wins from %s, unless that is evidence of a later rank', (state) => {
    for (const evidence of EVIDENCE)
      expect(mayMove(state, evidence)).toBe(rank(state) < rank(evidence) || provedWrong(state, evidence));
  });

  it('is never taken back for a lesser truth', () => {
    expect(TRANSITIONS.delivered).toEqual(['bounced']);
    expect([...TRANSITIONS.accepted].sort()).toEqual(['bounced', 'delivered']);
  });
});

describe('R-4.9 what may already have been sent', () => {
  it('begins to be sent from open states only', () => {
    for (const state of STATES) expect(mayMove(state, 'sending'), state).toBe(isOpen(state));
  });

  it('is never sent again from `sending` without a verdict', () => {
    expect(mayMove('sending', 'sending')).toBe(false);
    expect(mayMove('unknown', 'sending')).toBe(false);
  });

  it('becomes unknown only while it is being sent', () => {
    expect(STATES.filter((state) => mayMove(state, 'unknown'))).toEqual(['sending']);
  });

  it('may be ended between two calls by its own worker: it is too late for another, or not allowed any more', () => {
    expect(mayMove('sending', 'expired')).toBe(true);
    expect(mayMove('sending', 'suppressed')).toBe(true);
    expect(mayMove('unknown', 'expired')).toBe(true);
  });
});

describe('R-4.12 expiry', () => {
  it.each([...OPEN_STATES])('ends %s', (state) => {
    expect(mayMove(state, 'expired')).toBe(true);
  });

  it('is final but for evidence', () => {
    expect([...TRANSITIONS.expired].sort()).toEqual([...EVIDENCE].sort());
    expect([...TRANSITIONS.suppressed].sort()).toEqual([...EVIDENCE].sort());
  });
});

describe('R-8.1 a replay', () => {
  it('puts back what is dead or bounced, and nothing else that is over', () => {
    expect(TERMINAL_STATES.filter((state) => mayMove(state, 'queued'))).toEqual(['bounced', 'dead']);
  });
});
