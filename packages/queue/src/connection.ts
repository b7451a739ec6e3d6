import { Redis } from 'ioredis';

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
  const redis = new Redis(options.url, {
    maxRetriesPerRequest: options.role === 'consumer' ? null : 0,
    enableOfflineQueue: options.role === 'consumer',
    // Commands of one turn of the event loop travel together: a quarter less work here and at the server.
    enableAutoPipelining: options.role === 'producer',
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

/** Redis can't be used as it is; the message says which address, why, and what to do. */
export class RedisUnusable extends Error {
  override readonly name = 'RedisUnusable';
  readonly forOperator = true;
}

const address = (url: string): string => {
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

/**
 * Throws RedisUnusable unless the server at `url` answers within `timeoutMs`, is 6.2 or newer and never evicts: BullMQ only
 * warns, and an evicted job is a message that waits until the keeper finds it.
 */
export const assertRedisUsable = async (url: string, timeoutMs = 5_000): Promise<void> => {
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
    await redis.connect();
    const info = await redis.info();
    const version = infoLine(info, 'redis_version') ?? '0';
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < 6 || (major === 6 && minor < 2))
      throw new RedisUnusable(`Redis at ${address(url)} is ${version}; 6.2 or newer is needed`);
    const policy = infoLine(info, 'maxmemory_policy');
    if (policy !== undefined && policy !== 'noeviction')
      throw new RedisUnusable(
        `Redis at ${address(url)} has maxmemory-policy ${policy}; set it to noeviction, or jobs vanish under memory pressure`,
      );
  } catch (error) {
    if (error instanceof RedisUnusable) throw error;
    // ioredis rejects with "Connection is closed." and says why beside it.
    throw new RedisUnusable(
      `Redis does not answer at ${address(url)} (${inWords(cause ?? error)}); start it, or set REDIS_URL to one that runs`,
    );
  } finally {
    clearTimeout(late);
    redis.disconnect();
  }
};
