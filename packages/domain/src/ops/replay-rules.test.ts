import { expect, it } from 'vitest';
import { STATES } from '../delivery/state.js';
import { isMoved, type ReplayFacts, replayVerdict } from './replay-rules.js';

const facts = (change: Partial<ReplayFacts> = {}): ReplayFacts => ({
  state: 'dead',
  reason: 'throttled',
  replayable: (change.state ?? 'dead') === 'dead',
  expired: false,
  suppressed: false,
  optedOut: false,
  replays: 0,
  ...change,
});
const group = { maxReplays: 3, alone: false };
const alone = { maxReplays: 3, alone: true };

it('R-8.3 sends a dead one as often as is allowed, and only a dead one', () => {
  expect(replayVerdict(facts({ replays: 2 }), group)).toBe('send');
  expect(replayVerdict(facts({ replays: 3 }), group)).toBe('over_cap');
  expect(replayVerdict(facts({ replays: 3 }), alone)).toBe('over_cap');
  const verdicts = Object.fromEntries(STATES.map((state) => [state, replayVerdict(facts({ state }), group)]));
  expect(verdicts).toEqual({
    pending: 'on_its_way',
    queued: 'on_its_way',
    waiting_document: 'on_its_way',
    held: 'on_its_way',
    sending: 'on_its_way',
    retrying: 'on_its_way',
    unknown: 'on_its_way',
    accepted: 'accepted',
    delivered: 'accepted',
    bounced: 'accepted',
    expired: 'over',
    suppressed: 'over',
    dead: 'send',
  });
});

it('R-8.1 sends again what bounced, while its dead letter is open', () => {
  expect(replayVerdict(facts({ state: 'bounced', replayable: true }), group)).toBe('send');
  expect(replayVerdict(facts({ state: 'bounced', replayable: true, replays: 3 }), group)).toBe('over_cap');
});

it('R-8.3 closes what is too late instead of sending it', () => {
  expect(replayVerdict(facts({ expired: true }), group)).toBe('expired');
  expect(isMoved('expired')).toBe(true);
});

it('R-8.3 leaves what its sender would suppress, and closes it once it has expired', () => {
  expect(replayVerdict(facts({ suppressed: true, optedOut: true }), alone)).toBe('suppressed');
  expect(replayVerdict(facts({ optedOut: true }), alone)).toBe('opted_out');
  expect(replayVerdict(facts({ optedOut: true, suppressed: true, expired: true }), group)).toBe('expired');
  expect([isMoved('suppressed'), isMoved('opted_out')]).toEqual([false, false]);
});

it('R-8.3b leaves what may already have arrived out of every group', () => {
  const unknown = facts({ reason: 'unknown_outcome' });
  expect(replayVerdict(unknown, group)).toBe('may_have_arrived');
  expect(replayVerdict({ ...unknown, expired: true }, group)).toBe('may_have_arrived');
  expect(replayVerdict(unknown, alone)).toBe('send');
});
