import { createPublicKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FetchText } from '../http/fetch-text.js';
import { tryAgain } from '../http/problem-error.js';

export interface KeyStore {
  /**
   * Whether the key at this address signed it. One that does not fit is fetched again first, at most once a second: its
   * owner may have made another. 503 when there is none to be had.
   */
  signed(url: string, fits: (key: KeyObject) => boolean): Promise<boolean>;
}

const MOST_KEYS = 20;
const FETCH_EVERY_MS = 1_000;

/** Public keys by address, from PEM files: a key or an X.509 certificate. `monotonicMs` only for differences. */
export const createKeyStore = (deps: { fetchText: FetchText; monotonicMs: () => number }): KeyStore => {
  const kept = new LRUCache<string, { key: Promise<KeyObject>; fetchedMs: number }>({ max: MOST_KEYS });

  const fetchKey = (url: string): Promise<KeyObject> => {
    const before = kept.peek(url);
    const key = deps.fetchText(url).then((pem) => createPublicKey(pem));
    kept.set(url, { key, fetchedMs: deps.monotonicMs() });
    key.catch(() => {
      // What served until now serves on: a stranger's bad signature must not cost us a good key.
      if (before === undefined) kept.delete(url);
      else kept.set(url, { ...before, fetchedMs: deps.monotonicMs() });
    });
    return key;
  };
  const orTryAgain = (key: Promise<KeyObject>): Promise<KeyObject> =>
    key.catch(() => {
      throw tryAgain('The key that this is signed with cannot be fetched.');
    });

  return {
    signed: async (url, fits) => {
      const first = await orTryAgain(kept.get(url)?.key ?? fetchKey(url));
      if (fits(first)) return true;
      const now = kept.get(url);
      const isFresh = now !== undefined && deps.monotonicMs() - now.fetchedMs < FETCH_EVERY_MS;
      const second = await orTryAgain(isFresh ? now.key : fetchKey(url));
      return second !== first && fits(second);
    },
  };
};
