import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { claimsOf } from '../jwt.js';

const DAY_SECONDS = 86_400;
const MOST_REMEMBERED = 100;

export type VapidVerdict = 'missing' | 'invalid' | 'ok';
/** `origin` of the endpoint; `key`: the only one that may push here, base64url, if there is one. */
export type VapidCheck = (authorization: string | undefined, origin: string, key: string | undefined) => VapidVerdict;

const publicKeyOf = (k: string): KeyObject | undefined => {
  const point = Buffer.from(k, 'base64url');
  if (point.length !== 65) return undefined;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  } catch {
    return undefined;
  }
};

const verified = (token: string, k: string, origin: string): number | undefined => {
  const claims = claimsOf(token);
  const key = publicKeyOf(k);
  if (!claims || !key || claims.header.alg !== 'ES256') return undefined;
  const { aud, exp, sub } = claims.payload;
  if (aud !== origin || typeof exp !== 'number' || typeof sub !== 'string') return undefined;
  const signed = verify('sha256', claims.signed, { key, dsaEncoding: 'ieee-p1363' }, claims.signature);
  return signed ? exp : undefined;
};

/**
 * Checks `Authorization: vapid t=<jwt>, k=<key>` (RFC 8292): ES256 by the key `k`, for this origin, good for at most a day.
 * A sender signs one token for many messages, so what was verified is remembered: a signature costs more than all the rest.
 */
export const createVapidCheck = (now: () => number): VapidCheck => {
  const expiries = new Map<string, number>();
  return (authorization, origin, key) => {
    if (!authorization) return 'missing';
    const [, token, k] = /^vapid\s+t=([\w.-]+),\s*k=([\w-]+)=*$/i.exec(authorization) ?? [];
    if (!token || !k || (key !== undefined && key !== k)) return 'invalid';
    const name = `${origin} ${k} ${token}`;
    const exp = expiries.get(name) ?? verified(token, k, origin);
    if (exp === undefined) return 'invalid';
    if (expiries.size >= MOST_REMEMBERED) expiries.clear();
    expiries.set(name, exp);
    const leftSeconds = exp - now() / 1000;
    return leftSeconds > 0 && leftSeconds <= DAY_SECONDS ? 'ok' : 'invalid';
  };
};
