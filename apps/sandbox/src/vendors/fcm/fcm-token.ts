import type { Reply } from '../../vendor.js';
import { claimsOf } from '../jwt.js';
import { fcmJson } from './fcm-errors.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFETIME_SECONDS = 3599;

const refuse = (error: string, description: string): Reply => fcmJson(400, { error, error_description: description });

/**
 * The token endpoint of Google's OAuth server: an access token for a service account's signed assertion (RFC 7523). The
 * signature is not checked: the sandbox does not know the account. `now` in ms since the epoch.
 */
export const fcmToken = (body: Buffer, now: number): Reply => {
  const fields = new URLSearchParams(body.toString());
  if (fields.get('grant_type') !== GRANT) return refuse('unsupported_grant_type', `Invalid grant_type: it is ${GRANT}`);
  const claims = claimsOf(fields.get('assertion') ?? '');
  if (claims?.header.alg !== 'RS256') return refuse('invalid_grant', 'Invalid JWT: it is not signed with RS256.');
  const { iss, aud, exp } = claims.payload;
  if (typeof iss !== 'string' || typeof aud !== 'string') return refuse('invalid_grant', 'Invalid JWT: iss or aud.');
  if (typeof exp !== 'number' || exp * 1000 <= now) return refuse('invalid_grant', 'Invalid JWT: it has expired.');
  return fcmJson(200, {
    access_token: `ya29.sandbox-${now.toString(36)}`,
    expires_in: LIFETIME_SECONDS,
    token_type: 'Bearer',
  });
};
