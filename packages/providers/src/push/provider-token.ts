import type { KeyObject } from 'node:crypto';
import { signedJwt } from './signed-jwt.js';

/** Apple takes a token for 60 min, and a new one no sooner than 20 min after the last. */
const RENEW_AFTER_MS = 40 * 60_000;
const SOONEST_MS = 20 * 60_000;

export interface ProviderToken {
  /** The token to send with; `nowMs` is the wall clock. */
  at(nowMs: number): string;
  /** APNs says that it has expired: the next call gets a new one, unless it is so young that our clock must be wrong. */
  expired(nowMs: number): void;
}

/** Apple's "Establishing a token-based connection to APNs": one token for all calls, signed anew now and then. */
export const createProviderToken = (account: { key: KeyObject; keyId: string; teamId: string }): ProviderToken => {
  let token = '';
  let signedAtMs = Number.NEGATIVE_INFINITY;
  // An age below zero is a clock that was set back: the token's instant would lie in the future.
  const within = (nowMs: number, ms: number) => nowMs >= signedAtMs && nowMs - signedAtMs < ms;
  return {
    at(nowMs) {
      if (within(nowMs, RENEW_AFTER_MS)) return token;
      token = signedJwt(account.key, { kid: account.keyId }, { iss: account.teamId, iat: Math.floor(nowMs / 1000) });
      signedAtMs = nowMs;
      return token;
    },
    expired(nowMs) {
      if (!within(nowMs, SOONEST_MS)) signedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
};
