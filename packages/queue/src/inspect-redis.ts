import { Redis } from 'ioredis';
import { RedisUnusable } from './redis-unusable.js';

/** What a Redis server says about itself; undefined where it keeps that to itself, as managed ones do. */
export interface RedisSight {
  readonly version: string;
  readonly evictionPolicy: string | undefined;
  /** Whether it writes every command to disk (AOF). */
  readonly appendOnly: boolean | undefined;
  /** How far its clock is ahead of this machine's, in ms, give or take half of the question's way there and back. */
  readonly clock: { readonly aheadMs: number; readonly giveOrTakeMs: number };
}

/** Where it is, without user and password. */
export const redisAddress = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

/** Of a name with several addresses Node reports one error for all, with a code and without words. */
const inWords = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
};

const infoLine = (info: string, name: string): string | undefined =>
  info
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

/** 6.2 brought what BullMQ's scripts need. */
export const isNewEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 2);
};

const look = async (redis: Redis): Promise<RedisSight> => {
  await redis.connect();
  const info = await redis.info();
  const asked = Date.now();
  const [seconds, microseconds] = await redis.time();
  const answered = Date.now();
  const appendOnly = infoLine(info, 'aof_enabled');
  return {
    version: infoLine(info, 'redis_version') ?? '0',
    evictionPolicy: infoLine(info, 'maxmemory_policy'),
    appendOnly: appendOnly === undefined ? undefined : appendOnly === '1',
    clock: {
      aheadMs: Number(seconds) * 1_000 + Number(microseconds) / 1_000 - (asked + answered) / 2,
      giveOrTakeMs: (answered - asked) / 2,
    },
  };
};

/** Asks the server at `url` about itself. Throws RedisUnusable when it does not answer within `timeoutMs`. */
export const inspectRedis = async (url: string, timeoutMs = 5_000): Promise<RedisSight> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: timeoutMs,
    disconnectTimeout: 100,
  });
  let cause: Error | undefined;
  redis.on('error', (error) => {
    cause = error;
  });
  const late = setTimeout(() => {
    cause = new Error(`no answer within ${timeoutMs} ms`);
    redis.disconnect();
  }, timeoutMs);
  try {
    return await look(redis);
  } catch (error) {
    // ioredis rejects with "Connection is closed." and says why beside it.
    throw new RedisUnusable(
      `Redis does not answer at ${redisAddress(url)} (${inWords(cause ?? error)}); start it, or set REDIS_URL to one that runs`,
    );
  } finally {
    clearTimeout(late);
    redis.disconnect();
  }
};
