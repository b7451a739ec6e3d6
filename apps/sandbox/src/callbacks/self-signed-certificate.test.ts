import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { selfSignedCertificate } from './self-signed-certificate.js';

it.each([1024, 2048])('a certificate of %i bits is read and verified by OpenSSL', (modulusLength) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const at = Date.UTC(2026, 10, 30, 8, 15);
  const certificate = new X509Certificate(selfSignedCertificate(privateKey, 'Grüße', at));
  const publicKey = createPublicKey(privateKey);
  expect(certificate.verify(publicKey)).toBe(true);
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(certificate.publicKey.equals(publicKey)).toBe(true);
  expect(certificate.subject).toBe('CN=Grüße');
  expect([certificate.validFrom, certificate.validTo]).toEqual([
    'Nov 29 08:15:00 2026 GMT',
    'Nov 30 08:15:00 2027 GMT',
  ]);
});
