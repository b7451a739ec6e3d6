import { describe, expect, it } from 'vitest';
import { signLink } from '../ops/signed-link.js';
import {
  documentLink,
  inboxSubject,
  preferencesLink,
  readDocumentToken,
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

describe('R-5.3 the link to a document', () => {
  const documentId = '01a22b85-841b-8913-8f5c-ce767bb39947';
  const link = (secrets = SECRETS) => documentLink(secrets, 'https://n.example/crier/', { documentId, person: 7 }, 10);
  const token = tokenOf(link());

  it('leads below the inbox by the document’s key, and says for whom it is', () => {
    const url = new URL(link());
    expect(url.origin + url.pathname).toBe('https://n.example/crier/documents/01a22b85841b89138f5cce767bb39947');
    expect([...url.searchParams.keys()]).toEqual(['token']);
    expect(readDocumentToken(SECRETS, documentId, token, 9)).toEqual({ kind: 'valid', documentId, person: 7 });
  });

  it('ends, and opens no other document', () => {
    expect(readDocumentToken(SECRETS, documentId, token, 10)).toEqual({ kind: 'expired' });
    const other = '01a22b85-841b-8913-8f5c-ce767bb39948';
    expect(readDocumentToken(SECRETS, other, token, 9)).toEqual({ kind: 'invalid' });
  });

  it('is signed by the first secret, and any of them opens it', () => {
    expect(readDocumentToken(['s2', 's1'], documentId, token, 9).kind).toBe('valid');
    expect(readDocumentToken(['s2'], documentId, token, 9)).toEqual({ kind: 'invalid' });
    expect(readDocumentToken(['s2'], documentId, tokenOf(link(['s2', 's1'])), 9).kind).toBe('valid');
  });

  it('is worth nothing for its siblings, nor they for it', () => {
    const siblings = [
      unsubscribeLink(SECRETS, 'https://n.example', subscription, 10),
      preferencesLink(SECRETS, 'https://n.example', 7, 10),
    ];
    for (const one of [...siblings.map(tokenOf), '', 'x', `${token}x`])
      expect(readDocumentToken(SECRETS, documentId, one, 9)).toEqual({ kind: 'invalid' });
    expect(readUnsubscribeToken(SECRETS, token, 9)).toEqual({ kind: 'invalid' });
    for (const purpose of ['inbox', 'preferences'] as const)
      expect(readPersonToken(SECRETS, purpose, token, 9)).toEqual({ kind: 'invalid' });
  });
});
