import { startRedis } from '@crier/services';
import { Redis } from 'ioredis';
import { inject } from 'vitest';
import './test-run.js';

/** A Redis keeps 16 logical databases unless told otherwise; 0 is left to whoever else uses it. */
const LOGICAL_DATABASES = 15;

export interface TestRedis {
  url: string;
  /** Empties it: all of it when it is the test's own, else its logical database. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * An empty Redis that nobody else uses: a server of its own for each call, or, when the run was given a Redis, a logical
 * database of that for each vitest worker (two calls in one test file then share it).
 */
export async function testRedis(): Promise<TestRedis> {
  const { redisUrl, redisGiven, toolsDir, searchPath } = inject('testRun');
  if (!redisGiven) {
    const { url, stop } = await startRedis({ ephemeral: true, toolsDir, searchPath });
    return { url, stop, flush: () => flush(url) };
  }
  const url = new URL(redisUrl);
  url.pathname = `/${logicalDatabase()}`;
  await flush(url.href);
  return { url: url.href, stop: async () => {}, flush: () => flush(url.href) };
}

/** Vitest's number of this worker: no other worker of the run has it at the same time. */
function logicalDatabase(): number {
  const worker = Number(process.env.VITEST_POOL_ID);
  if (worker >= 1 && worker <= LOGICAL_DATABASES) return worker;
  throw new Error(
    `REDIS_URL has logical databases for ${LOGICAL_DATABASES} test workers: run with --maxWorkers=${LOGICAL_DATABASES}.`,
  );
}

async function flush(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  try {
    await redis.connect();
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}
