import { randomUUID } from 'node:crypto';
import { type TestRedis, testRedis, until } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRedis, type Redis } from './connection.js';
import { type Consumer, createConsumer, type Outcome } from './consumer.js';
import { addJobs, ensureJobs, ensureShown } from './ensure-jobs.js';
import { createQueues, type Queues, queueDepth } from './queues.js';
import { startRedisProxy } from './redis-proxy.test-support.js';

const QUEUE = 'email.bulk';

let server: TestRedis;
let producer: Redis;
let consumerRedis: Redis;
let queues: Queues;

beforeAll(async () => {
  server = await testRedis();
  producer = createRedis({ url: server.url, role: 'producer', onError: () => {} });
  consumerRedis = createRedis({ url: server.url, role: 'consumer', onError: () => {} });
  await until(async () => producer.status === 'ready', { what: 'the producer to connect' });
  queues = createQueues(producer);
});
afterAll(async () => {
  await queues.close();
  producer.disconnect();
  consumerRedis.disconnect();
  await server.stop();
});
beforeEach(() => server.flush());

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const waiting = async (queue = QUEUE): Promise<string[]> => queues.get(queue).getRanges(['wait'], 0, -1);
const consume = (handle: (id: string) => Outcome): Consumer =>
  createConsumer({
    queue: QUEUE,
    redis: consumerRedis,
    concurrency: 20,
    graceMs: 1_000,
    onError: () => {},
    handle: async ({ id }) => handle(id),
  });

/** Runs these jobs to their end under Failed. */
const fail = async (failing: readonly string[]): Promise<void> => {
  await ensureJobs(queues, QUEUE, failing);
  const consumer = consume(() => ({ kind: 'fail', text: 'rejected' }));
  await until(async () => (await queues.get(QUEUE).getFailedCount()) === failing.length, { what: 'the jobs to fail' });
  await consumer.close();
};

it('adds what is absent under its own id, with nothing but the id in it', async () => {
  const [id] = ids(1) as [string];
  expect(await ensureJobs(queues, QUEUE, [id])).toEqual({ added: 1, retried: 0, live: 0 });
  expect((await queues.get(QUEUE).getJob(id))?.data).toEqual({ deliveryId: id });
  await ensureJobs(queues, 'router.critical', [id]);
  expect((await queues.get('router.critical').getJob(id))?.data).toEqual({ eventId: id });
});

it('leaves what is live alone, waiting or delayed', async () => {
  const [waits, delayed] = ids(2) as [string, string];
  await ensureJobs(queues, QUEUE, [waits]);
  await queues.get(QUEUE).add(QUEUE, { deliveryId: delayed }, { jobId: delayed, delay: 60_000 });
  expect(await ensureJobs(queues, QUEUE, [waits, delayed])).toEqual({ added: 0, retried: 0, live: 2 });
  expect(await queueDepth(queues.get(QUEUE))).toBe(2);
});

it('leaves a job alone that is being worked on', async () => {
  const [id] = ids(1) as [string];
  await ensureJobs(queues, QUEUE, [id]);
  let finish: (outcome: Outcome) => void = () => {};
  let runs = 0;
  const consumer = createConsumer({
    queue: QUEUE,
    redis: consumerRedis,
    concurrency: 20,
    graceMs: 1_000,
    onError: () => {},
    handle: () => {
      runs++;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  });
  await until(async () => runs === 1, { what: 'the job to run' });
  expect(await ensureJobs(queues, QUEUE, [id])).toEqual({ added: 0, retried: 0, live: 1 });
  expect(await queueDepth(queues.get(QUEUE))).toBe(1);
  finish({ kind: 'done' });
  await consumer.close();
  expect(runs).toBe(1);
});

it('R-8.2 really runs a kept failed job again, where a plain add is ignored without a word', async () => {
  const [id] = ids(1) as [string];
  await fail([id]);
  await queues.get(QUEUE).add(QUEUE, { deliveryId: id }, { jobId: id });
  expect(await waiting()).toEqual([]);

  expect(await ensureJobs(queues, QUEUE, [id])).toEqual({ added: 0, retried: 1, live: 0 });
  const again: string[] = [];
  const consumer = consume((ran) => {
    again.push(ran);
    return { kind: 'done' };
  });
  await until(async () => again.length === 1, { what: 'the second run' });
  await consumer.close();
  expect(again).toEqual([id]);
});

it('gives a job that is tried again all of its counters back, also of the workers that died over it', async () => {
  const [id] = ids(1) as [string];
  await fail([id]);
  await producer.hset(queues.get(QUEUE).toKey(id), 'stc', 12);
  expect((await queues.get(QUEUE).getJob(id))?.stalledCounter).toBe(12);
  await ensureJobs(queues, QUEUE, [id]);
  const job = await queues.get(QUEUE).getJob(id);
  expect(job).toMatchObject({ attemptsMade: 0, attemptsStarted: 0, stalledCounter: 0 });
  expect(job?.finishedOn).toBeUndefined();
});

it('shows dead letters without trying the failed ones again', async () => {
  const [failed, absent] = ids(2) as [string, string];
  await fail([failed]);
  expect(await ensureShown(queues, QUEUE, [failed, absent])).toEqual({ added: 1, retried: 0, live: 1 });
  expect(await queues.get(QUEUE).getFailedCount()).toBe(1);
  expect(await waiting()).toEqual([absent]);
});

it('R-2.2 lets four callers at once ensure 2,000 ids: none is there twice, none is missing', async () => {
  const failed = ids(500);
  await fail(failed);
  const live = ids(500);
  await ensureJobs(queues, QUEUE, live);
  const all = [...failed, ...live, ...ids(1_000)];
  const shuffled = Array.from({ length: 4 }, (_, k) => [...all.slice(k * 500), ...all.slice(0, k * 500)]);

  await Promise.all(shuffled.map((list) => ensureJobs(queues, QUEUE, list)));

  const there = await waiting();
  expect(there).toHaveLength(2_000);
  expect(new Set(there)).toEqual(new Set(all));
  expect(await queueDepth(queues.get(QUEUE))).toBe(2_000);
});

it('adds jobs for new rows once, whoever was quicker', async () => {
  const added = ids(50);
  await Promise.all([addJobs(queues, QUEUE, added), addJobs(queues, QUEUE, added), ensureJobs(queues, QUEUE, added)]);
  expect((await waiting()).sort()).toEqual([...added].sort());
});

it('does nothing for no ids', async () => {
  expect(await ensureJobs(queues, QUEUE, [])).toEqual({ added: 0, retried: 0, live: 0 });
});

it('rejects when Redis goes away over a failed job, instead of calling it tried again', async () => {
  const [id] = ids(1) as [string];
  await fail([id]);
  const proxy = await startRedisProxy(server.url);
  const redis = createRedis({ url: proxy.url, role: 'producer', onError: () => {} });
  await until(async () => redis.status === 'ready', { what: 'the client to connect' });
  const own = createQueues(redis);
  const queue = own.get(QUEUE);
  const remove = queue.remove.bind(queue);
  queue.remove = (jobId) => {
    proxy.cut();
    return remove(jobId);
  };
  await expect(ensureJobs(own, QUEUE, [id])).rejects.toThrow();
  expect(await queues.get(QUEUE).getFailedCount()).toBe(1);
  await own.close();
  redis.disconnect();
});
