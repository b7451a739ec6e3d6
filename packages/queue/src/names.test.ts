import { CHANNELS, LANES } from '@crier/domain';
import { type TestRedis, testRedis } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRedis, type Redis } from './connection.js';
import { allQueues, channelQueue, DEAD_LETTERS, DOCUMENTS, describeQueue, prefixOf, routerQueue } from './names.js';
import { createQueues, type Queues } from './queues.js';

let server: TestRedis;
let redis: Redis;
let queues: Queues;

beforeAll(async () => {
  server = await testRedis();
  redis = createRedis({ url: server.url, role: 'consumer', onError: () => {} });
  queues = createQueues(redis);
});
afterAll(async () => {
  await queues.close();
  redis.disconnect();
  await server.stop();
});

it('knows a queue per lane for the router, a queue per channel and lane, documents and the dead letters', () => {
  const all = allQueues();
  expect(all).toHaveLength(LANES.length + CHANNELS.length * LANES.length + 2);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('router.critical');
  expect(all).toContain('email.bulk');
  expect(all.at(-1)).toBe('dead-letters');
});

it('can say of every queue what it carries', () => {
  for (const lane of LANES) {
    expect(describeQueue(routerQueue(lane))).toEqual({ kind: 'router', channel: null, lane });
    for (const channel of CHANNELS)
      expect(describeQueue(channelQueue(channel, lane))).toEqual({ kind: 'channel', channel, lane });
  }
  expect(describeQueue(DOCUMENTS)).toEqual({ kind: 'documents', channel: null, lane: null });
  expect(describeQueue(DEAD_LETTERS)).toEqual({ kind: 'dead-letters', channel: null, lane: null });
});

it('keeps all keys of a queue in one cluster slot and gives every queue a slot of its own', async () => {
  const names = allQueues();
  for (const name of names) await queues.get(name).add(name, { eventId: 'e' }, { jobId: 'one' });
  const keys = await redis.keys('*');
  const tagOf = (key: string) => /^\{([^}]+)\}/.exec(key)?.[1];
  for (const name of names) {
    const own = keys.filter((key) => key.startsWith(`${prefixOf(name)}:`));
    expect(own.length).toBeGreaterThan(1);
    expect(new Set(own.map(tagOf))).toEqual(new Set([`crier:${name}`]));
  }
  expect(keys.filter((key) => tagOf(key) === undefined)).toEqual([]);
  expect(new Set(keys.map(tagOf)).size).toBe(names.length);
});
