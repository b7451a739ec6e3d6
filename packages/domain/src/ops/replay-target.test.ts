import { expect, it } from 'vitest';
import { MAX_REPLAY_IDS, type ReplayTarget, readIds, readTarget, subjectOf, writeTarget } from './replay-target.js';

const id = (n: number) => `0193a1b2-0000-8000-8000-${n.toString(16).padStart(12, '0')}`;

it('R-8.5 what a link says is read as it was written', () => {
  const targets: ReplayTarget[] = [
    { kind: 'all' },
    { kind: 'reason', reason: 'provider_5xx' },
    { kind: 'ids', ids: [id(1), id(2)] },
  ];
  for (const target of targets) expect(readTarget(writeTarget(target))).toEqual(target);
});

it.each(['', 'everything', 'reason:', 'reason:a b', 'reason:x;y', 'ids:', 'ids:7', `ids:${id(1)},x`, 'all\n'])(
  'R-8.5 reads nothing else: %j',
  (text) => {
    expect(readTarget(text)).toBeUndefined();
  },
);

it('R-8.3 takes ids however they are parted, each once, and refuses what is none', () => {
  expect(readIds(` ${id(1)},${id(2).toUpperCase()}\n${id(1)} `)).toEqual([id(1), id(2)]);
  for (const text of ['', ' , ', 'x', `${id(1)};${id(2)}`, `${id(1)}'--`]) expect(readIds(text)).toBeUndefined();
  const many = Array.from({ length: MAX_REPLAY_IDS + 1 }, (_, n) => id(n));
  expect(readIds(many.slice(1).join(','))).toHaveLength(MAX_REPLAY_IDS);
  expect(readIds(many.join(','))).toBeUndefined();
});

it('R-8.2 the audit log names one, counts several, and says the group', () => {
  expect(subjectOf({ kind: 'ids', ids: [id(1)] })).toBe(id(1));
  expect(subjectOf({ kind: 'ids', ids: [id(1), id(2)] })).toBe('2 chosen');
  expect(subjectOf({ kind: 'reason', reason: 'throttled' })).toBe('reason:throttled');
  expect(subjectOf({ kind: 'all' })).toBe('all');
});
