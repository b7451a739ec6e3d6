import { INCIDENTS, incidentWords } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import type { Facts } from './facts.js';
import { judge } from './judge.js';
import { type AlertLimits, RULES } from './rules.js';

const LIMITS: AlertLimits = {
  oldestSeconds: { critical: 10, transactional: 60, bulk: 3_600 },
  failurePercent: 2,
  deadLetters: 10,
  sweepSeconds: 60,
};
const WELL: Facts = {
  newDeadLetters: 0,
  died: 0,
  accepted: 10_000,
  oldestSeconds: { critical: 0, transactional: 0, bulk: 0 },
  outboxOverdueSeconds: 0,
  sweepAgeSeconds: 1,
  digestLateSeconds: 0,
  boardSilentSeconds: 1,
  documentSeconds: 0,
  notices: [],
  evictionPolicy: 'noeviction',
  gates: [{ provider: 'ses', breaker: 'closed', paused: false }],
};
const ses = (gate: { breaker?: 'half-open' | 'open'; paused?: boolean }) => ({
  gates: [{ provider: 'ses', breaker: 'closed' as const, paused: false, ...gate }],
});
const oldest = (change: Partial<Facts['oldestSeconds']>) => ({ oldestSeconds: { ...WELL.oldestSeconds, ...change } });
const began = (facts: Partial<Facts>) =>
  RULES.flatMap(({ name, read }) =>
    judge(read({ ...WELL, ...facts }, LIMITS) ?? [], new Set()).begin.map(({ subject }) => `${name} ${subject}`),
  );

describe('R-8.7 the rules', () => {
  it('say nothing when all is well', () => {
    expect(began({})).toEqual([]);
  });

  it.each<[string, Partial<Facts>, Partial<Facts>]>([
    ['dead_letters_growing dead-letters', { newDeadLetters: 9 }, { newDeadLetters: 10 }],
    ['oldest_message_too_old critical', oldest({ critical: 9.9 }), oldest({ critical: 10 })],
    ['oldest_message_too_old transactional', oldest({ transactional: 59.9 }), oldest({ transactional: 60 })],
    ['oldest_message_too_old bulk', oldest({ bulk: 3_599 }), oldest({ bulk: 3_600 })],
    ['documents_late documents', { documentSeconds: 59.9 }, { documentSeconds: 60 }],
    ['failure_ratio deliveries', { died: 3, accepted: 148 }, { died: 3, accepted: 147 }],
    ['failure_ratio deliveries', { died: 2, accepted: 0 }, { died: 3, accepted: 0 }],
    ['outbox_not_draining outbox', { outboxOverdueSeconds: 29.9 }, { outboxOverdueSeconds: 30 }],
    ['sweep_not_run sweep', { sweepAgeSeconds: 59.9 }, { sweepAgeSeconds: 60 }],
    ['board_gone board', { boardSilentSeconds: 179.9 }, { boardSilentSeconds: 180 }],
    ['digest_not_posted digest', { digestLateSeconds: 899 }, { digestLateSeconds: 900 }],
    ['redis_may_evict redis', { evictionPolicy: 'noeviction' }, { evictionPolicy: 'allkeys-lru' }],
    ['provider_credentials_refused ses', { gates: undefined }, ses({ paused: true })],
    ['breaker_open ses', ses({}), ses({ breaker: 'open' })],
    ['breaker_open ses', { gates: undefined }, ses({ breaker: 'half-open' })],
    ['redis_may_evict redis', { evictionPolicy: undefined }, { evictionPolicy: 'volatile-ttl' }],
  ])('%s: not for %o, but for %o', (incident, before, at) => {
    expect(began(before)).toEqual([]);
    expect(began(at)).toEqual([incident]);
  });

  it('let the incidents of the gates be while Redis does not say how they are', () => {
    for (const name of ['provider_credentials_refused', 'breaker_open'])
      expect(RULES.find((rule) => rule.name === name)?.read({ ...WELL, gates: undefined }, LIMITS)).toBeUndefined();
  });

  it('are told apart, and say in sentences what it means and what to do', () => {
    expect(RULES.map(({ name }) => name).sort()).toEqual(Object.keys(INCIDENTS).sort());
    for (const { name } of [...RULES, { name: 'rule_of_tomorrow' }]) {
      const words = incidentWords(name);
      expect(name).toMatch(/^[a-z_]+$/);
      expect(words.title('ses')).toMatch(/\S/);
      for (const sentence of [words.meaning, words.remedy]) expect(sentence).toMatch(/\.$/);
    }
  });
});

describe('R-8.7 what a sender has seen', () => {
  const of = (seconds: number): Facts => ({
    ...WELL,
    notices: [{ rule: 'sms_too_long', subject: 'stock.low ne', seconds }],
  });
  const judged = (name: string, facts: Facts) =>
    judge(RULES.find((rule) => rule.name === name)?.read(facts, LIMITS) ?? [], new Set(['stock.low ne'])).end;

  it('stands until nobody has seen it for an hour', () => {
    expect(judged('sms_too_long', of(3_599))).toEqual([]);
    expect(judged('sms_too_long', of(3_600))).toEqual(['stock.low ne']);
    expect(judged('push_token_unreadable', of(1))).toEqual(['stock.low ne']);
  });
});

describe('R-8.7 an incident', () => {
  const reading = (value: number) => [{ subject: 'critical', value, limit: 10, unit: 's' as const }];

  it.each([
    [9.9, false, 'none'],
    [10, false, 'begins'],
    [10, true, 'goes on'],
    [5, true, 'goes on'],
    [4.9, true, 'ends'],
    [0, true, 'ends'],
    [0, false, 'none'],
  ] as const)('at %d of 10 with one open (%j): %s', (value, open, what) => {
    const { begin, end } = judge(reading(value), new Set(open ? ['critical'] : []));
    expect(begin).toHaveLength(what === 'begins' ? 1 : 0);
    expect(end).toEqual(what === 'ends' ? ['critical'] : []);
  });

  it('whose subject is no longer measured ends', () => {
    expect(judge(reading(0), new Set(['lane of yesterday'])).end).toEqual(['lane of yesterday']);
  });
});
