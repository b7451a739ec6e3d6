import type { Redis } from 'ioredis';
import { createScript } from './script.js';

const CLAIM = `
local sent = redis.call('HGET', KEYS[2], ARGV[1]) or redis.call('HGET', KEYS[3], ARGV[1]) or redis.call('HGET', KEYS[4], ARGV[1])
if sent then return {'sent', sent} end
if redis.call('SET', KEYS[1], ARGV[2], 'NX', 'PX', ARGV[3]) then return {'claimed'} end
return {'taken'}`;
const FIND = `
return redis.call('HGET', KEYS[1], ARGV[1]) or redis.call('HGET', KEYS[2], ARGV[1]) or redis.call('HGET', KEYS[3], ARGV[1])`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const MARK = `
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if redis.call('GET', KEYS[1]) == ARGV[4] then redis.call('DEL', KEYS[1]) end
return 1`;

/** Marks are fields of small hashes: 18 MB a million, where a key each costs 133 and more. */
const BUCKETS = 8_192;

export interface SentMark {
  readonly provider: string;
  readonly messageId: string;
}

export type Claim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'sent'; readonly mark: SentMark };

/**
 * The fast path in front of the conditional update. A claim that is lost means "ask Postgres", never "wait"
 * and never "done"; a `sent` mark is evidence of acceptance, kept for the dedupe window.
 */
export interface Claims {
  claim(id: string, token: string, leaseMs: number): Promise<Claim>;
  /** The mark of an acceptance, if there is one. */
  findMark(id: string): Promise<SentMark | undefined>;
  renew(id: string, token: string, leaseMs: number): Promise<void>;
  /** Only by its owner: a plain DEL would take away the claim of whoever came after. */
  release(id: string, token: string): Promise<void>;
  /** Leaves the mark and gives the claim back. */
  markSent(id: string, token: string, mark: SentMark): Promise<void>;
}

const parseMark = (text: string): SentMark => {
  const at = text.indexOf(':');
  return { provider: text.slice(0, at), messageId: text.slice(at + 1) };
};

const bucketOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % BUCKETS;

/**
 * `windowMs` is the dedupe window; `nowMs` places a mark in its period. Three periods are looked at, so a mark is found for a
 * whole window at least, also when it was left by a machine whose clock is ahead of this one's.
 */
export const createClaims = (redis: Redis, options: { windowMs: number; nowMs: () => number }): Claims => {
  const claim = createScript(redis, 'crierClaim', CLAIM);
  const find = createScript(redis, 'crierFindMark', FIND);
  const release = createScript(redis, 'crierRelease', RELEASE);
  const renew = createScript(redis, 'crierRenew', RENEW);
  const mark = createScript(redis, 'crierMark', MARK);
  const keys = (id: string) => {
    const tag = `{crier:m${bucketOf(id)}}`;
    const period = Math.floor(options.nowMs() / options.windowMs);
    const sent = (n: number) => `${tag}:sent:${period + n}`;
    return { claim: `${tag}:claim:${id}`, now: sent(0), marks: [sent(0), sent(-1), sent(1)] };
  };
  return {
    claim: async (id, token, leaseMs) => {
      const k = keys(id);
      const [kind, sent] = (await claim([k.claim, ...k.marks], [id, token, leaseMs])) as [Claim['kind'], string?];
      if (kind !== 'sent' || sent === undefined) return { kind: kind === 'claimed' ? 'claimed' : 'taken' };
      return { kind: 'sent', mark: parseMark(sent) };
    },
    findMark: async (id) => {
      const found = (await find(keys(id).marks, [id])) as string | null;
      return found === null ? undefined : parseMark(found);
    },
    renew: async (id, token, leaseMs) => void (await renew([keys(id).claim], [token, leaseMs])),
    release: async (id, token) => void (await release([keys(id).claim], [token])),
    markSent: async (id, token, { provider, messageId }) => {
      const k = keys(id);
      await mark([k.claim, k.now], [id, `${provider}:${messageId}`, options.windowMs * 2, token]);
    },
  };
};
