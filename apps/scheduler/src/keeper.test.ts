import { randomUUID } from 'node:crypto';
import { createSql, type Sql } from '@crier/db';
import { createQueues, createRedis, type Queues, queueDepth, type Redis } from '@crier/queue';
import { createLogger } from '@crier/runtime';
import { testDatabase, testRedis, until } from '@crier/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startKeeper } from './keeper.js';

let sql: Sql;
let redis: Redis;
let queues: Queues;
const cleanUp: (() => Promise<unknown>)[] = [];
const QUEUE = 'email.bulk';

beforeEach(async () => {
  const [database, server] = await Promise.all([testDatabase(), testRedis()]);
  sql = createSql({ url: database.url, max: 4, app: 'keeper-test' });
  redis = createRedis({ url: server.url, role: 'consumer', onError: () => {} });
  queues = createQueues(redis);
  cleanUp.push(async () => {
    await queues.close();
    redis.disconnect();
    await sql.end({ timeout: 1 });
    await Promise.all([server.stop(), database.drop()]);
  });
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** The sweep far away, so that only the feed can have done it. */
const keep = (sweepMs = 600_000): void => {
  const keeper = startKeeper({
    sql,
    redis,
    queues,
    sweepMs,
    log: createLogger({ name: 'keeper-test', level: 'silent' }),
  });
  cleanUp.push(keeper.close);
};

/** Deliveries with work that is due `dueInMs` from now, each `apartMs` after the one before. */
const seed = async (count: number, dueInMs: number, apartMs = 0, state = 'queued'): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => `01a22d00-0000-8000-8000-${randomUUID().slice(-12)}`).sort();
  await sql`
    INSERT INTO deliveries (id, event_id, digest, channel, lane, person, locale, timezone, state, lease_until)
    SELECT id, id, '', 'email', 'bulk', 1, 'en', 'UTC', ${state}, now() + interval '1 hour' FROM unnest(${ids}::uuid[]) AS g(id)`;
  await sql`
    INSERT INTO work (delivery_id, channel, lane, due_at)
    SELECT id, 'email', 'bulk', clock_timestamp() + (${dueInMs} + n * ${apartMs}::float8) * interval '1 ms'
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS g(id, n)`;
  return ids;
};

const depth = () => queueDepth(queues.get(QUEUE));
const settledSentinel = () =>
  until(async () => (await redis.exists('crier:sentinel')) === 1, { what: 'the first look' });

describe('R-8.6 the keeper', () => {
  it('gives what becomes due its job at once, not at the next sweep, and nothing before its time', async () => {
    keep();
    await settledSentinel();
    await seed(20, 700);
    const later = await seed(5, 600_000);
    await until(async () => (await depth()) === 20, { what: 'the jobs of what became due' });
    expect((await queues.get(QUEUE).getJobs(['wait'])).map((job) => job.id)).not.toEqual(expect.arrayContaining(later));
  });

  it('puts everything due back when Redis is emptied', async () => {
    await seed(50, -1_000);
    keep();
    await until(async () => (await depth()) === 50, { what: 'the first jobs' });
    await redis.flushall();
    await until(async () => (await depth()) === 50, { what: 'the jobs to be back' });
  });

  it('keeps a window of a long backlog in Redis, and no more', async () => {
    await seed(5_200, -1_000);
    keep();
    await until(async () => (await depth()) === 5_000, { what: 'the window to fill' });
    await queues.get(QUEUE).obliterate({ force: true });
    await sql`DELETE FROM work WHERE delivery_id IN (SELECT delivery_id FROM work ORDER BY due_at LIMIT 5000)`;
    await until(async () => (await depth()) === 200, { what: 'the rest to follow' });
  });

  it('leaves alone what a live lease is sending', async () => {
    await seed(3, -1_000, 0, 'sending');
    const [queued] = await seed(1, -1_000);
    keep();
    await until(async () => (await depth()) === 1, { what: 'the queued one' });
    expect((await queues.get(QUEUE).getJobs(['wait'])).map((job) => job.id)).toEqual([queued]);
  });

  it('R-4.8 spreads what waited too long for Redis as its rows are spread', async () => {
    keep();
    await settledSentinel();
    const began = Date.now();
    await seed(1_000, 500, 4);
    const seen: number[] = [];
    await until(
      async () => {
        seen.push(await depth());
        return seen.at(-1) === 1_000;
      },
      { what: 'all jobs', timeoutMs: 20_000 },
    );
    // Due over four seconds: no look may find more than a fifth of them at once.
    const steps = seen.map((n, i) => n - (seen[i - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(400);
    expect(Date.now() - began).toBeGreaterThan(3_500);
  });
});
