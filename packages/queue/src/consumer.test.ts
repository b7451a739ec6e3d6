import { randomUUID } from 'node:crypto';
import { type TestRedis, testRedis, until } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRedis, type Redis } from './connection.js';
import { type Consumer, type ConsumerOptions, createConsumer, type Outcome, type TakenJob } from './consumer.js';
import { ensureJobs } from './ensure-jobs.js';
import { createQueues, type Queues, queueDepth } from './queues.js';
import { startRedisProxy } from './redis-proxy.test-support.js';

const QUEUE = 'email.critical';

let server: TestRedis;
let producer: Redis;
let consumerRedis: Redis;
let queues: Queues;
const open: Consumer[] = [];

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
afterEach(async () => {
  await Promise.all(open.splice(0).map((consumer) => consumer.close()));
});

interface Run {
  readonly job: TakenJob;
  readonly at: number;
}

/** A consumer that answers with each outcome in turn, then `done`, and remembers its runs. */
const consume = (
  outcomes: readonly (Outcome | Error)[],
  options: Partial<ConsumerOptions> = {},
): { runs: Run[]; errors: [string, string | undefined][]; consumer: Consumer } => {
  const runs: Run[] = [];
  const errors: [string, string | undefined][] = [];
  const consumer = createConsumer({
    queue: QUEUE,
    redis: consumerRedis,
    concurrency: 5,
    graceMs: 1_000,
    onError: (error, jobId) => errors.push([error.message, jobId]),
    handle: async (job) => {
      const outcome = outcomes[runs.length] ?? { kind: 'done' };
      runs.push({ job, at: performance.now() });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    ...options,
  });
  open.push(consumer);
  return { runs, errors, consumer };
};

const put = async (id = randomUUID()): Promise<string> => {
  await ensureJobs(queues, QUEUE, [id]);
  return id;
};
const jobOf = (id: string) => queues.get(QUEUE).getJob(id);
const gone = (id: string) => until(async () => (await jobOf(id)) === undefined, { what: 'the job to be removed' });
const wasDelayed = (id: string) =>
  until(async () => (await queues.get(QUEUE).getJobState(id)) === 'delayed', { what: 'the job to be delayed' });

it('removes a job that is done', async () => {
  const { runs } = consume([{ kind: 'done' }]);
  const id = await put();
  await gone(id);
  expect(runs.map((run) => run.job)).toEqual([{ id, stalled: 0, addedAtMs: expect.any(Number) }]);
  expect(await queues.get(QUEUE).getJobCounts()).toMatchObject({ completed: 0, failed: 0 });
});

it('R-4.8 brings a waiting job back after its time and uses no attempt', async () => {
  const { runs } = consume([{ kind: 'wait', ms: 400 }]);
  const id = await put();
  await wasDelayed(id);
  expect((await jobOf(id))?.attemptsMade).toBe(0);
  await until(async () => runs.length === 2, { what: 'the second run' });
  const [first, second] = runs as [Run, Run];
  expect(second.at - first.at).toBeGreaterThanOrEqual(395);
  expect(second.at - first.at).toBeLessThan(3_000);
  await gone(id);
});

it('makes no job of a wait or a retry over a minute: the row brings it back', async () => {
  const { runs } = consume([
    { kind: 'wait', ms: 60_001 },
    { kind: 'retry', delayMs: 60_001, code: 'Throttling' },
  ]);
  for (let n = 1; n <= 2; n++) {
    await gone(await put());
    expect(runs).toHaveLength(n);
  }
  expect(await queues.get(QUEUE).getJobCounts()).toMatchObject({ delayed: 0, failed: 0 });
});

it('keeps a wait of a minute as a job', async () => {
  consume([{ kind: 'wait', ms: 60_000 }]);
  const id = await put();
  await wasDelayed(id);
  expect((await jobOf(id))?.delay).toBeGreaterThan(59_000);
});

it('R-4.8 tries again after exactly the delay that the error carries', async () => {
  const { runs } = consume([
    { kind: 'retry', delayMs: 200, code: 'Throttling' },
    { kind: 'retry', delayMs: 600, code: 'Throttling' },
  ]);
  const id = await put();
  await until(async () => runs.length === 3, { what: 'the third run' });
  const [first, second, third] = runs.map((run) => run.at) as [number, number, number];
  expect(second - first).toBeGreaterThanOrEqual(195);
  expect(second - first).toBeLessThan(590);
  expect(third - second).toBeGreaterThanOrEqual(595);
  await gone(id);
});

it('R-10.5 lets BullMQ store the code of a retry and no more', async () => {
  consume([{ kind: 'retry', delayMs: 30_000, code: 'Throttling' }]);
  const id = await put();
  await wasDelayed(id);
  const job = await jobOf(id);
  expect(job).toMatchObject({ failedReason: 'Throttling', stacktrace: [] });
  expect(job?.data).toEqual({ deliveryId: id });
});

it('R-8.2 keeps a failed job under Failed with its text, and does not run it again', async () => {
  const { runs } = consume([{ kind: 'fail', text: 'bad_address: The provider says no.' }]);
  const id = await put();
  await until(async () => (await queues.get(QUEUE).getFailedCount()) === 1, { what: 'the job to fail' });
  expect((await jobOf(id))?.failedReason).toBe('bad_address: The provider says no.');
  expect(await queueDepth(queues.get(QUEUE))).toBe(0);
  expect(runs).toHaveLength(1);
});

it('reports an error that nobody foresaw with the job it struck, and tries again', async () => {
  const { runs, errors } = consume([new Error('no such table')]);
  const id = await put();
  await until(async () => runs.length === 2, { what: 'the second run' });
  expect(errors).toEqual([['no such table', id]]);
  const [first, second] = runs as [Run, Run];
  expect(second.at - first.at).toBeGreaterThanOrEqual(995);
  await gone(id);
});

it('works on as many jobs at once as it may, and no more', async () => {
  let now = 0;
  let most = 0;
  let free: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    free = resolve;
  });
  await ensureJobs(
    queues,
    QUEUE,
    Array.from({ length: 12 }, () => randomUUID()),
  );
  consume([], {
    concurrency: 5,
    handle: async () => {
      most = Math.max(most, ++now);
      if (now === 5) setTimeout(free, 100);
      await all;
      now--;
      return { kind: 'done' };
    },
  });
  await until(async () => (await queueDepth(queues.get(QUEUE))) === 0, { what: 'the queue to be empty' });
  expect(most).toBe(5);
});

it('goes on by itself after Redis was away', async () => {
  const proxy = await startRedisProxy(server.url);
  const redis = createRedis({ url: proxy.url, role: 'consumer', onError: () => {} });
  const { runs, consumer } = consume([], { redis });
  await gone(await put());
  proxy.cut();
  const id = await put();
  await proxy.restore();
  await gone(id);
  expect(runs).toHaveLength(2);
  await consumer.close();
  redis.disconnect();
  proxy.cut();
});

it('starts while Redis is away, and works when it comes', async () => {
  const proxy = await startRedisProxy(server.url);
  proxy.cut();
  const redis = createRedis({ url: proxy.url, role: 'consumer', onError: () => {} });
  const { runs, consumer } = consume([], { redis });
  const id = await put();
  await proxy.restore();
  await gone(id);
  expect(runs).toHaveLength(1);
  await consumer.close();
  redis.disconnect();
  proxy.cut();
});

it('is not lost when Redis goes away in the middle of its start', async () => {
  const proxy = await startRedisProxy(server.url);
  const redis = createRedis({ url: proxy.url, role: 'consumer', onError: () => {} });
  await until(async () => redis.status === 'ready', { what: 'the client to connect' });
  const held = proxy.freeze();
  const { runs, consumer } = consume([], { redis });
  await held;
  proxy.cut();
  const id = await put();
  await proxy.restore();
  await gone(id);
  expect(runs).toHaveLength(1);
  expect(consumer.isRunning()).toBe(true);
  await consumer.close();
  redis.disconnect();
  proxy.cut();
});

it('R-4.4 does not break when Redis is emptied under a job in hand', async () => {
  const first = randomUUID();
  let finish: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { consumer } = consume([], {
    handle: async ({ id }) => {
      if (id === first) await held;
      return { kind: 'done' };
    },
  });
  await put(first);
  await until(async () => (await queues.get(QUEUE).getActiveCount()) === 1, { what: 'the job to run' });
  await server.flush();
  finish();
  await gone(await put());
  expect(consumer.isRunning()).toBe(true);
});
