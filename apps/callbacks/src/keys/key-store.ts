import { createPublicKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FetchText } from '../http/fetch-text.js';
import { tryAgain } from '../http/problem-error.js';

export interface KeyStore {
  /**
   * Whether the key at this address signed it. One that does not fit is fetched again first, at most once a second: its
   * owner may have made another. 503 when there is none to be had just now.
   */
  signed(url: string, fits: (key: KeyObject) => boolean): Promise<boolean>;
}

interface Kept {
  readonly key: Promise<KeyObject>;
  readonly fetchedMs: number;
}

const MOST_KEYS = 20;
const FETCH_EVERY_MS = 1_000;
/** Of all addresses together: anybody may post a message that names one. */
const MOST_FETCHES = 5;

/** Lets so much happen in a second. */
const createLimit = (max: number, monotonicMs: () => number): (() => boolean) => {
  let times: number[] = [];
  return () => {
    const now = monotonicMs();
    times = times.filter((at) => now - at < 1_000);
    return times.length < max && times.push(now) > 0;
  };
};

/**
 * Public keys by address, from PEM files: a key or an X.509 certificate. One that has verified something is kept apart from
 * those that have not, so that no stranger can push it out. `monotonicMs` only for differences.
 */
export const createKeyStore = (deps: { fetchText: FetchText; monotonicMs: () => number }): KeyStore => {
  const { fetchText, monotonicMs } = deps;
  const proved = new LRUCache<string, Kept>({ max: MOST_KEYS });
  const tried = new LRUCache<string, Kept>({ max: MOST_KEYS });
  const mayFetch = createLimit(MOST_FETCHES, monotonicMs);

  const fetchKey = (url: string): Promise<KeyObject> => {
    if (!mayFetch()) throw tryAgain('Too many keys are asked for just now.');
    const kept = proved.peek(url) === undefined ? tried : proved;
    const before = kept.peek(url);
    const key = fetchText(url).then((pem) => createPublicKey(pem));
    kept.set(url, { key, fetchedMs: monotonicMs() });
    key.catch(() => {
      // What served until now serves on: a stranger's bad signature must not cost us a good key.
      if (before === undefined) kept.delete(url);
      else kept.set(url, { ...before, fetchedMs: monotonicMs() });
    });
    return key;
  };
  const orTryAgain = (key: Promise<KeyObject>): Promise<KeyObject> =>
    key.catch(() => {
      throw tryAgain('The key that this is signed with cannot be fetched.');
    });
  const keptAt = (url: string): Kept | undefined => proved.get(url) ?? tried.get(url);
  const prove = (url: string): true => {
    const kept = tried.peek(url);
    if (kept !== undefined) proved.set(url, kept);
    tried.delete(url);
    return true;
  };

  return {
    signed: async (url, fits) => {
      const first = await orTryAgain(keptAt(url)?.key ?? fetchKey(url));
      if (fits(first)) return prove(url);
      const now = keptAt(url);
      const isFresh = now !== undefined && monotonicMs() - now.fetchedMs < FETCH_EVERY_MS;
      const second = await orTryAgain(isFresh ? now.key : fetchKey(url));
      return second !== first && fits(second) && prove(url);
    },
  };
};
