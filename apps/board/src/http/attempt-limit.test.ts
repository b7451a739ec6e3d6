import { expect, it } from 'vitest';
import { createAttemptLimit } from './attempt-limit.js';

const limitAt = () => {
  let now = 1_000;
  const limit = createAttemptLimit({ max: 3, windowMs: 60_000, nowMs: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  return { limit, pass };
};

it('lets a client try three times, and again when the window of the first is over', () => {
  const { limit, pass } = limitAt();
  limit.count('a');
  pass(20_000);
  limit.count('a');
  expect(limit.waitMs('a')).toBe(0);
  limit.count('a');
  expect(limit.waitMs('a')).toBe(40_000);
  expect(limit.waitMs('b')).toBe(0);
  pass(40_000);
  expect(limit.waitMs('a')).toBe(0);
  limit.count('a');
  expect(limit.waitMs('a')).toBe(0);
});

it('forgets the failures of who succeeds', () => {
  const { limit } = limitAt();
  for (let i = 0; i < 2; i++) limit.count('a');
  limit.forget('a');
  for (let i = 0; i < 2; i++) limit.count('a');
  expect(limit.waitMs('a')).toBe(0);
});

it('stays small under a flood of clients: the longest known is forgotten', () => {
  const { limit } = limitAt();
  for (let i = 0; i < 3; i++) limit.count('first');
  for (let i = 0; i < 3; i++) limit.count('second');
  for (let i = 0; i < 9_999; i++) limit.count(`client ${i}`);
  expect(limit.waitMs('first')).toBe(0);
  expect(limit.waitMs('second')).toBeGreaterThan(0);
});
