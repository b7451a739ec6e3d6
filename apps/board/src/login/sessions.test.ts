import { systemClock } from '@crier/runtime';
import type { Request } from 'express';
import { expect, it } from 'vitest';
import { createSessions } from './sessions.js';

/** What `userOf` makes of a session that another board, with these passwords and secrets, has opened. */
const movedTo = (from: { password: string; secrets: string[] }, to: { password: string; secrets: string[] }) => {
  const make = ({ password, secrets }: typeof from) =>
    createSessions({
      accounts: [{ name: 'olga', password, role: 'operator' }],
      secrets,
      https: false,
      clock: systemClock,
    });
  const req = {} as Request;
  make(from).open(req, 'olga', from.password);
  return make(to).userOf(req);
};

it('goes on while a secret is being replaced, and ends when it is gone', () => {
  const from = { password: 'p', secrets: ['old'] };
  expect(movedTo(from, { password: 'p', secrets: ['new', 'old'] })).toEqual({ name: 'olga', role: 'operator' });
  expect(movedTo(from, { password: 'p', secrets: ['new'] })).toBeUndefined();
});

it('ends when the password changes', () => {
  const secrets = ['same'];
  expect(movedTo({ password: 'p', secrets }, { password: 'q', secrets })).toBeUndefined();
});

it('keeps the roles of two users apart who chose one name', () => {
  const accounts = [
    { name: 'ops', password: 'strong', role: 'operator' },
    { name: 'ops', password: 'weak', role: 'viewer' },
  ] as const;
  const sessions = createSessions({ accounts, secrets: ['s'], https: false, clock: systemClock });
  const req = {} as Request;
  sessions.open(req, 'ops', 'weak');
  expect(sessions.userOf(req)).toEqual({ name: 'ops', role: 'viewer' });
});
