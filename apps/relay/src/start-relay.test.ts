import { randomUUID } from 'node:crypto';
import { createSql, OUTBOX_CHANNEL, type Sql } from '@crier/db';
import { type Lane, METRICS } from '@crier/domain';
import { createQueues, createRedis, type Queues, queueDepth, type Redis, routerQueue } from '@crier/queue';
import { createLogger, createMetrics } from '@crier/runtime';
import { type TestRedis, testDatabase, testRedis, until } from '@crier/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRelay } from './start-relay.js';

let server: TestRedis;
let sql: Sql;
let directSql: Sql;
let redis: Redis;
let queues: Queues;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const [database, ownRedis] = await Promise.all([testDatabase(), testRedis()]);
  server = ownRedis;
  sql = createSql({ url: database.url, max: 6, app: 'relay-test', genericPlans: true });
  directSql = createSql({ url: database.url, max: 2, app: 'relay-test-listen' });
  redis = createRedis({ url: server.url, role: 'producer', onError: () => {} });
  queues = createQueues(redis);
  await until(async () => queues.ready(), { what: 'redis' });
  cleanUp.push(async () => {
    await queues.close();
    redis.disconnect();
    await Promise.all([sql.end({ timeout: 1 }), directSql.end({ timeout: 1 })]);
    await Promise.all([server.stop(), database.drop()]);
  });
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const relay = async (): Promise<void> => {
  const log = createLogger({ name: 'relay-test', level: 'silent' });
  const metrics = createMetrics(METRICS, { region: '', app: 'relay-test' });
  const running = await startRelay({ sql, directSql, queues, log, metrics });
  cleanUp.push(running.close);
};

const store = async (lane: Lane, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql`INSERT INTO outbox (event_id, lane) SELECT id, ${lane} FROM unnest(${ids}::uuid[]) AS g(id)`;
  await sql`SELECT pg_notify(${OUTBOX_CHANNEL}, ${lane})`;
  return ids.sort();
};

const jobIds = async (lane: Lane): Promise<string[]> =>
  (await queues.get(routerQueue(lane)).getJobs(['wait'])).map((job) => job.id ?? '').sort();

describe('the relay', () => {
  it('R-2.1 two at once publish every row, each under its own id, once', async () => {
    await Promise.all([relay(), relay()]);
    const ids = await store('transactional', 2_500);
    const queue = queues.get(routerQueue('transactional'));
    await until(async () => (await queueDepth(queue)) === ids.length, { what: 'all rows to be published' });
    expect(await jobIds('transactional')).toEqual(ids);
  });

  it('R-2.1 a backlog that comes after an empty hour is confirmed at once: its statements’ plans were made for an empty table', async () => {
    await sql`VACUUM ANALYZE outbox`;
    const ids = await store('bulk', 10_000);
    await relay();
    const confirmed = async () => {
      const [row] =
        await sql`SELECT count(*)::int AS n FROM outbox WHERE publish_again_at > now() + interval '20 seconds'`;
      return row?.n;
    };
    await until(async () => (await confirmed()) === ids.length, { what: 'every row to be confirmed' });
  });

  it('R-2.2 publishes again what another relay left half-done, and the job stays one', async () => {
    const ids = await store('bulk', 3);
    await queues
      .get(routerQueue('bulk'))
      .addBulk(ids.slice(0, 2).map((id) => ({ name: 'x', data: { eventId: id }, opts: { jobId: id } })));
    await relay();
    await until(async () => (await queueDepth(queues.get(routerQueue('bulk')))) === 3, { what: 'the third job' });
    expect(await jobIds('bulk')).toEqual(ids);
  });

  it('R-2.3 new rows wake it: they are published without waiting for the poll', async () => {
    await relay();
    for (let i = 0; i < 5; i++) {
      await store('critical', 1);
      await until(async () => (await queueDepth(queues.get(routerQueue('critical')))) === i + 1, {
        what: 'the job',
        timeoutMs: 900,
      });
    }
  });

  it('R-2.4 with Redis away rows stay as they are, and flow when it is back', async () => {
    await relay();
    redis.disconnect(true);
    await until(async () => !queues.ready(), { what: 'the connection to be gone' });
    const ids = await store('transactional', 10);
    await until(async () => (await queueDepth(queues.get(routerQueue('transactional'))).catch(() => 0)) === 10, {
      what: 'the rows to flow',
    });
    expect(await jobIds('transactional')).toEqual(ids);
  });
});
