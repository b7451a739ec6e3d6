import { describe, expect, it } from 'vitest';
import { signLink } from '../ops/signed-link.js';
import {
  inboxSubject,
  preferencesLink,
  readInboxSubject,
  readPersonToken,
  readUnsubscribeToken,
  unsubscribeLink,
} from './links.js';

const SECRETS = ['s1'];
const subscription = { person: 7, category: 'marketing', channel: 'email' } as const;
const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

describe('R-10.2 whose inbox a token opens', () => {
  it.each([1, 42, 2_147_483_647])('is person %i’s', (person) => {
    expect(readInboxSubject(inboxSubject(person))).toBe(person);
    const token = signLink(SECRETS, { purpose: 'inbox', subject: inboxSubject(person), expiresAtMs: 10 });
    expect(readPersonToken(SECRETS, 'inbox', token, 9)).toEqual({ kind: 'valid', person });
    expect(readPersonToken(SECRETS, 'inbox', token, 10)).toEqual({ kind: 'expired' });
    expect(readPersonToken(SECRETS, 'preferences', token, 9)).toEqual({ kind: 'invalid' });
  });

  it.each(['', 'p', 'p0', 'p-1', 'p1.5', 'p1e3', '1', 'p01', 'u-17', 'p99999999999', 'p1\n'])(
    'is nobody’s: %j',
    (subject) => {
      expect(readInboxSubject(subject)).toBeUndefined();
      const token = signLink(SECRETS, { purpose: 'inbox', subject, expiresAtMs: 10 });
      expect(readPersonToken(SECRETS, 'inbox', token, 0)).toEqual({ kind: 'invalid' });
    },
  );
});

describe('R-10.3 links in messages', () => {
  it.each([
    ['https://n.example', 'https://n.example/unsubscribe', 'https://n.example/preferences'],
    ['https://n.example/', 'https://n.example/unsubscribe', 'https://n.example/preferences'],
    ['https://n.example/crier/', 'https://n.example/crier/unsubscribe', 'https://n.example/crier/preferences'],
  ])('lead below %s', (publicUrl, unsubscribe, preferences) => {
    const [one, other] = [
      new URL(unsubscribeLink(SECRETS, publicUrl, subscription, 10)),
      new URL(preferencesLink(SECRETS, publicUrl, 7, 10)),
    ];
    expect(one.origin + one.pathname).toBe(unsubscribe);
    expect(other.origin + other.pathname).toBe(preferences);
    expect(readUnsubscribeToken(SECRETS, tokenOf(one.href), 9)).toEqual({ kind: 'valid', ...subscription });
    expect(readPersonToken(SECRETS, 'preferences', tokenOf(other.href), 9)).toEqual({ kind: 'valid', person: 7 });
  });

  it('end, and are worth nothing for each other', () => {
    const unsubscribe = tokenOf(unsubscribeLink(SECRETS, 'https://n.example', subscription, 10));
    const preferences = tokenOf(preferencesLink(SECRETS, 'https://n.example', 7, 10));
    expect(readUnsubscribeToken(SECRETS, unsubscribe, 10)).toEqual({ kind: 'expired' });
    expect(readUnsubscribeToken(SECRETS, preferences, 0)).toEqual({ kind: 'invalid' });
    expect(readPersonToken(SECRETS, 'preferences', unsubscribe, 0)).toEqual({ kind: 'invalid' });
    expect(readUnsubscribeToken(['s2'], unsubscribe, 0)).toEqual({ kind: 'invalid' });
  });

  it('of a channel that is no more turn nothing off', () => {
    const token = signLink(SECRETS, { purpose: 'unsubscribe', subject: '[7,"marketing","fax"]', expiresAtMs: 10 });
    expect(readUnsubscribeToken(SECRETS, token, 0)).toEqual({ kind: 'invalid' });
  });
});
