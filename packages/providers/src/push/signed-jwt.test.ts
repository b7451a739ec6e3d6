import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { readJwt } from './read-jwt.test-support.js';
import { signedJwt } from './signed-jwt.js';

const KEYS = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

it.each(['ES256', 'RS256'] as const)('is signed with %s as the key is', (alg) => {
  const { privateKey, publicKey } = KEYS[alg];
  const token = signedJwt(privateKey, { kid: 'K1' }, { iss: 'Café', iat: 1 });
  expect(readJwt(token, publicKey)).toEqual({
    header: { alg, typ: 'JWT', kid: 'K1' },
    claims: { iss: 'Café', iat: 1 },
  });
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

it('has an EC signature of r and s, 32 bytes each (RFC 7518, 3.4)', () => {
  const signature = signedJwt(KEYS.ES256.privateKey, {}, {}).split('.')[2] ?? '';
  expect(Buffer.from(signature, 'base64url')).toHaveLength(64);
});
