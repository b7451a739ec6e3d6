import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type TestRedis, testRedis, until } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRedis, type Redis } from './connection.js';
import { createConsumer, type Outcome, type TakenJob } from './consumer.js';
import { ensureJobs } from './ensure-jobs.js';
import { createQueues, type Queues, queueDepth } from './queues.js';
import { startStuckWorker } from './worker-process.test-support.js';

const QUEUE = 'email.transactional';

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

const consume = (
  handle: (job: TakenJob, signal: AbortSignal | undefined) => Promise<Outcome>,
  graceMs: number,
  onError: (error: Error) => void = () => {},
) => createConsumer({ queue: QUEUE, redis: consumerRedis, concurrency: 2, graceMs, onError, handle });

it('R-4.14 finishes what is in hand and takes nothing new when it is closed', async () => {
  const taken: string[] = [];
  let finish: (outcome: Outcome) => void = () => {};
  const answer = new Promise<Outcome>((resolve) => {
    finish = resolve;
  });
  const consumer = consume((job) => {
    taken.push(job.id);
    return answer;
  }, 10_000);
  const all = [randomUUID(), randomUUID(), randomUUID()];
  await ensureJobs(queues, QUEUE, all);
  await until(async () => taken.length === 2, { what: 'both places to be taken' });

  let closed = false;
  const closing = consumer.close().then(() => {
    closed = true;
  });
  expect(consumer.isRunning()).toBe(true);
  finish({ kind: 'done' });
  await closing;
  expect(closed).toBe(true);
  expect(consumer.isRunning()).toBe(false);
  expect(taken).toHaveLength(2);
  expect(await queues.get(QUEUE).getRanges(['wait'], 0, -1)).toEqual(all.filter((id) => !taken.includes(id)));
  expect(await queues.get(QUEUE).getActiveCount()).toBe(0);
});

it('R-4.14 cancels work that outlives the grace time, and the job goes back', async () => {
  const id = randomUUID();
  const reported: Error[] = [];
  let started = false;
  const consumer = consume(
    (_job, signal) =>
      new Promise((_, reject) => {
        started = true;
        signal?.addEventListener('abort', () => reject(new Error('cancelled')));
      }),
    100,
    (error) => reported.push(error),
  );
  await ensureJobs(queues, QUEUE, [id]);
  await until(async () => started, { what: 'the job to run' });
  const began = performance.now();
  await consumer.close();
  expect(performance.now() - began).toBeGreaterThanOrEqual(95);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(reported.map((error) => error.message)).toEqual(['cancelled']);
  expect(await queueDepth(queues.get(QUEUE))).toBe(1);

  const ran: string[] = [];
  const next = consume(async (job) => {
    ran.push(job.id);
    return { kind: 'done' };
  }, 1_000);
  await until(async () => ran.length === 1, { what: 'another consumer to take it' });
  await next.close();
  expect(ran).toEqual([id]);
});

it('R-4.14 does not wait for work that never ends and hears no signal', async () => {
  let finish: (outcome: Outcome) => void = () => {};
  let started = false;
  const consumer = consume(() => {
    started = true;
    return new Promise((resolve) => {
      finish = resolve;
    });
  }, 100);
  await ensureJobs(queues, QUEUE, [randomUUID()]);
  await until(async () => started, { what: 'the job to run' });
  const began = performance.now();
  await consumer.close();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await queueDepth(queues.get(QUEUE))).toBe(1);
  finish({ kind: 'done' });
  await until(async () => (await queueDepth(queues.get(QUEUE))) === 0, { what: 'the work to end after all' });
});

it('R-4.5 runs the job of a worker that was killed again within 10 s, and says that it had stalled', async () => {
  const id = randomUUID();
  await ensureJobs(queues, QUEUE, [id]);
  const stuck = await startStuckWorker(server.url, QUEUE);
  expect(stuck.jobId).toBe(id);

  const runs: TakenJob[] = [];
  const consumer = consume(async (job) => {
    runs.push(job);
    return { kind: 'done' };
  }, 1_000);
  stuck.process.kill('SIGKILL');
  await once(stuck.process, 'exit');
  expect(runs).toEqual([]);
  await until(async () => runs.length === 1, { what: 'the job to run again', timeoutMs: 10_000 });
  expect(runs).toMatchObject([{ id, stalled: 1 }]);
  await until(async () => (await queues.get(QUEUE).getJob(id)) === undefined, { what: 'the job to be removed' });
  await consumer.close();
});
