import { type KeyObject, sign } from 'node:crypto';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A JSON Web Token (RFC 7519) as both Apple and Google want theirs: ES256 for an EC key, RS256 for an RSA key (RFC 7518:
 * the EC signature is r and s side by side, not DER).
 */
export const signedJwt = (key: KeyObject, header: object, claims: object): string => {
  const alg = key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256';
  const signed = `${part({ alg, typ: 'JWT', ...header })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
};
