import { randomUUID } from 'node:crypto';
import { createSql, dueWork, loadDeliveries, type Sql } from '@crier/db';
import { REDRIVE } from '@crier/domain';
import {
  createConsumer,
  createQueues,
  createRedis,
  DEAD_LETTERS,
  ensureShown,
  type Queues,
  type Redis,
} from '@crier/queue';
import { createLogger } from '@crier/runtime';
import { testDatabase, testRedis, until } from '@crier/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startRedrive } from './redrive.js';

let sql: Sql;
let redis: Redis;
let queues: Queues;
let stopRedis: () => Promise<unknown>;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const [database, server] = await Promise.all([testDatabase(), testRedis()]);
  sql = createSql({ url: database.url, max: 4, app: 'redrive-test' });
  redis = createRedis({ url: server.url, role: 'consumer', onError: () => {} });
  queues = createQueues(redis);
  stopRedis = () => server.stop();
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

const REPAIRS = { maxReplays: 3, replaysPerSecond: 10_000, redrive: REDRIVE, documentWaitMs: 60_000 };
const start = (): void => {
  const log = createLogger({ name: 'redrive-test', level: 'silent' });
  const redrive = startRedrive({ sql, queues, log, repairs: REPAIRS, everyMs: 50 });
  cleanUp.push(redrive.close);
};

/** Deliveries that died of `reason` so many minutes ago. */
const died = async (count: number, reason: string, minutesAgo: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => `01a22d00-0000-8000-8000-${randomUUID().slice(-12)}`).sort();
  await sql`
    INSERT INTO deliveries (id, event_id, digest, channel, lane, person, locale, timezone, state, reason)
    SELECT id, id, '', 'email', 'bulk', 1, 'en', 'UTC', 'dead', ${reason} FROM unnest(${ids}::uuid[]) AS g(id)`;
  await sql`
    INSERT INTO dead_letters (delivery_id, event_id, reason, opened_at)
    SELECT id, id, ${reason}, now() - ${minutesAgo} * interval '1 min' FROM unnest(${ids}::uuid[]) AS g(id)`;
  return ids;
};

const stateOf = async (id: string) => (await loadDeliveries(sql, [id]))[0]?.state;

it('R-8.3a puts back what died of a passing cause an hour ago, with its job, and takes it off the display', async () => {
  const [due = ''] = await died(1, 'provider_5xx', 61);
  const [fresh = '', lasting = '', unknown = ''] = [
    ...(await died(1, 'provider_5xx', 30)),
    ...(await died(1, 'bad_address', 61)),
    ...(await died(1, 'unknown_outcome', 61)),
  ];
  const display = createConsumer({
    queue: DEAD_LETTERS,
    redis,
    concurrency: 1,
    graceMs: 1_000,
    onError: () => {},
    handle: async () => ({ kind: 'fail', text: 'dead' }),
  });
  await ensureShown(queues, DEAD_LETTERS, [due, fresh]);
  await until(async () => (await queues.get(DEAD_LETTERS).getFailedCount()) === 2, { what: 'two on display' });
  await display.close();
  start();
  const queue = queues.get('email.bulk');
  await until(async () => (await queue.getJobState(due)) === 'waiting', { what: 'the job' });
  expect(await stateOf(due)).toBe('queued');
  expect(await queues.get(DEAD_LETTERS).getJobState(due)).toBe('unknown');
  expect(await queues.get(DEAD_LETTERS).getJobState(fresh)).toBe('failed');
  expect(await Promise.all([fresh, lasting, unknown].map(stateOf))).toEqual(['dead', 'dead', 'dead']);
});

it('R-8.3a goes on chunk by chunk until all are put back', async () => {
  await died(1_100, 'throttled', 90);
  start();
  await until(async () => (await queues.get('email.bulk').getWaitingCount()) === 1_100, { what: 'all jobs' });
});

it('R-8.3a without Redis the record is written all the same, for the keeper', async () => {
  const ids = await died(2, 'throttled', 61);
  await stopRedis();
  await until(async () => !queues.ready(), { what: 'the connection to notice' });
  start();
  await until(async () => (await dueWork(sql, 'email', 'bulk', 10)).length === 2, { what: 'the work' });
  expect((await dueWork(sql, 'email', 'bulk', 10)).sort()).toEqual(ids);
});
