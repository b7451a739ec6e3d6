import type { Redis } from 'ioredis';
import { GatheringRedis } from './gathering-redis.js';
import { inspectRedis, isNewEnough, redisAddress } from './inspect-redis.js';
import { RedisUnusable } from './redis-unusable.js';

export type { Redis } from 'ioredis';

export interface RedisOptions {
  readonly url: string;
  /** `producer` fails at once while Redis is away; `consumer` waits for it. */
  readonly role: 'producer' | 'consumer';
  /** Called for every connection error; without a listener ioredis writes to the console. */
  readonly onError: (error: Error) => void;
}

/** Opens a client. It connects by itself and again after every loss. */
export const createRedis = (options: RedisOptions): Redis => {
  const redis = new GatheringRedis(options.url, {
    maxRetriesPerRequest: options.role === 'consumer' ? null : 0,
    enableOfflineQueue: options.role === 'consumer',
    retryStrategy: (times) => Math.min(50 * times, 1_000),
    connectTimeout: 5_000,
    // A server that is silent without closing (a lost route) is away too. A consumer's longest quiet command blocks for 10 s.
    socketTimeout: options.role === 'consumer' ? 30_000 : 5_000,
    // A producer that lost its server answers what was on its way with an error: the caller decides. A consumer says it again:
    // a worker that loses its very first command would never begin.
    autoResendUnfulfilledCommands: options.role === 'consumer',
  });
  redis.on('error', options.onError);
  return redis;
};

/**
 * Throws RedisUnusable unless the server at `url` answers within `timeoutMs`, is 6.2 or newer and never evicts: BullMQ only
 * warns, and an evicted job is a message that waits until the keeper finds it.
 */
export const assertRedisUsable = async (url: string, timeoutMs = 5_000): Promise<void> => {
  const { version, evictionPolicy } = await inspectRedis(url, timeoutMs);
  if (!isNewEnough(version))
    throw new RedisUnusable(`Redis at ${redisAddress(url)} is ${version}; 6.2 or newer is needed`);
  if (evictionPolicy !== undefined && evictionPolicy !== 'noeviction')
    throw new RedisUnusable(
      `Redis at ${redisAddress(url)} has maxmemory-policy ${evictionPolicy}; set it to noeviction, or jobs vanish under memory pressure`,
    );
};
