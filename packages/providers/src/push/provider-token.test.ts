import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createProviderToken } from './provider-token.js';
import { readJwt } from './read-jwt.test-support.js';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const MINUTE = 60_000;
const BEGAN = Date.parse('2026-11-30T08:15:00.900Z');

const create = () => createProviderToken({ key: privateKey, keyId: 'ABC123DEFG', teamId: 'TEAM567890' });

it('is signed by the key of the team, at this second', () => {
  expect(readJwt(create().at(BEGAN), publicKey)).toEqual({
    header: { alg: 'ES256', typ: 'JWT', kid: 'ABC123DEFG' },
    claims: { iss: 'TEAM567890', iat: Math.floor(BEGAN / 1000) },
  });
});

it('is the same for every call until it is 40 min old, and new well before Apple’s hour is over', () => {
  const token = create();
  const first = token.at(BEGAN);
  expect(token.at(BEGAN + 40 * MINUTE - 1)).toBe(first);
  const second = token.at(BEGAN + 40 * MINUTE);
  expect(readJwt(second, publicKey).claims.iat).toBe(Math.floor(BEGAN / 1000) + 40 * 60);
  expect(token.at(BEGAN + 79 * MINUTE)).toBe(second);
});

it('is new after APNs called it expired, but not within the 20 min in which Apple wants no other', () => {
  const token = create();
  const first = token.at(BEGAN);
  token.expired(BEGAN + 20 * MINUTE - 1);
  expect(token.at(BEGAN + 20 * MINUTE - 1)).toBe(first);
  token.expired(BEGAN + 20 * MINUTE);
  expect(token.at(BEGAN + 20 * MINUTE)).not.toBe(first);
});

it('is new when the clock was set back: it would be from the future', () => {
  const token = create();
  token.at(BEGAN);
  expect(readJwt(token.at(BEGAN - MINUTE), publicKey).claims.iat).toBe(Math.floor((BEGAN - MINUTE) / 1000));
});
