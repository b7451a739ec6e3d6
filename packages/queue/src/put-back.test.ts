import { type TestRedis, testRedis, until } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRedis, type Redis } from './connection.js';
import { addJobs, ensureShown } from './ensure-jobs.js';
import { DEAD_LETTERS } from './names.js';
import { putBackJobs } from './put-back.js';
import { createQueues, type Queues } from './queues.js';
import { roomOf, WINDOW } from './window.js';

let server: TestRedis;
let redis: Redis;
let queues: Queues;
beforeAll(async () => {
  server = await testRedis();
  redis = createRedis({ url: server.url, role: 'producer', onError: () => {} });
  await until(async () => redis.status === 'ready', { what: 'redis to connect' });
  queues = createQueues(redis);
});
afterAll(async () => {
  await queues.close();
  redis.disconnect();
  await server.stop();
});

it('R-8.3 gives jobs to what was put back where there is room, and leaves the rest to the keeper', async () => {
  const full = Array.from({ length: WINDOW - 1 }, (_, n) => `full-${n}`);
  await addJobs(queues, 'email.bulk', full);
  const back = (id: string, lane: string) => ({ id, channel: 'email', lane });
  await ensureShown(queues, DEAD_LETTERS, ['a', 'b', 'c']);
  await putBackJobs(queues, [back('a', 'critical'), back('b', 'bulk'), back('c', 'bulk')]);
  const states = (queue: string, ids: string[]) => Promise.all(ids.map((id) => queues.get(queue).getJobState(id)));
  expect(await states('email.critical', ['a'])).toEqual(['waiting']);
  expect(await states('email.bulk', ['b', 'c'])).toEqual(['unknown', 'unknown']);
  expect(await states(DEAD_LETTERS, ['a', 'b', 'c'])).toEqual(['unknown', 'unknown', 'unknown']);
  expect(await roomOf(queues, 'email.bulk')).toBe(1);
  await putBackJobs(queues, [back('b', 'bulk')]);
  expect(await states('email.bulk', ['b'])).toEqual(['waiting']);
});
