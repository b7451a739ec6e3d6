import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { type TestRedis, testRedis, until } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createClaims } from './claims.js';
import { assertRedisUsable, createRedis, type Redis } from './connection.js';
import { addJobs, ensureJobs } from './ensure-jobs.js';
import { createQueues, queueDepth } from './queues.js';
import { type RedisProxy, startRedisProxy } from './redis-proxy.test-support.js';
import { RedisUnusable } from './redis-unusable.js';
import { redisStaysEmptied, redisWasEmptied } from './sentinel.js';

let server: TestRedis;
let proxy: RedisProxy;
let redis: Redis;

beforeAll(async () => {
  server = await testRedis();
  proxy = await startRedisProxy(server.url);
  redis = createRedis({ url: proxy.url, role: 'producer', onError: () => {} });
  await until(async () => redis.status === 'ready', { what: 'the client to connect' });
});
afterAll(async () => {
  redis.disconnect();
  proxy.cut();
  await server.stop();
});

const servers: Server[] = [];
afterEach(() => {
  for (const one of servers.splice(0)) one.close();
});

/** A server that answers every command with what `reply` says. */
const pretender = async (reply: (command: string) => string | undefined): Promise<string> => {
  const one = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const command of data.toString().split(/(?=\*\d)/)) {
        const answer = reply(command.toUpperCase());
        if (answer !== undefined) socket.write(answer);
      }
    });
  });
  servers.push(one);
  await once(one.listen(0, '127.0.0.1'), 'listening');
  return `redis://:secret@127.0.0.1:${(one.address() as AddressInfo).port}`;
};
const withInfo = (lines: string) =>
  pretender((command) => {
    if (!command.includes('INFO')) return '+OK\r\n';
    return `$${lines.length}\r\n${lines}\r\n`;
  });
const complaint = (url: string, timeoutMs?: number): Promise<Error> =>
  assertRedisUsable(url, timeoutMs).then(
    () => expect.fail('it was called usable'),
    (error: Error) => error,
  );

it('takes a Redis that is new enough and never evicts', async () => {
  await expect(assertRedisUsable(server.url)).resolves.toBeUndefined();
});

it.each(['127.0.0.1', 'localhost'])('names the address and the cause when nothing listens on %s', async (host) => {
  const error = await complaint(`redis://:secret@${host}:1`);
  expect(error).toBeInstanceOf(RedisUnusable);
  expect(error.message).toContain(`redis://${host}:1`);
  expect(error.message).toContain('ECONNREFUSED');
  expect(error.message).toContain('REDIS_URL');
  expect(error.message).not.toContain('secret');
});

it('does not wait for ever for a server that takes the connection and says nothing', async () => {
  const began = performance.now();
  const error = await complaint(await pretender(() => undefined), 300);
  expect(error).toBeInstanceOf(RedisUnusable);
  expect(error.message).toContain('no answer within 300 ms');
  expect(error.message).not.toContain('secret');
  expect(performance.now() - began).toBeLessThan(2_000);
});

it('names the eviction policy that would lose jobs', async () => {
  const error = await complaint(await withInfo('redis_version:7.2.4\r\nmaxmemory_policy:allkeys-lru'));
  expect(error).toBeInstanceOf(RedisUnusable);
  expect(error.message).toContain('maxmemory-policy allkeys-lru');
  expect(error.message).toContain('noeviction');
});

it.each(['6.0.16', '5.0.14', '6.1.9'])('refuses Redis %s', async (version) => {
  const error = await complaint(await withInfo(`redis_version:${version}\r\nmaxmemory_policy:noeviction`));
  expect(error).toBeInstanceOf(RedisUnusable);
  expect(error.message).toContain(`is ${version}; 6.2 or newer`);
});

it.each(['6.2.0', '7.0.15', '8.0.0', '10.1.0'])('takes Redis %s', async (version) => {
  const url = await withInfo(`redis_version:${version}\r\nmaxmemory_policy:noeviction`);
  await expect(assertRedisUsable(url)).resolves.toBeUndefined();
});

const everyCommand = () => {
  const queues = createQueues(redis);
  const claims = createClaims(redis, { windowMs: 86_400_000, nowMs: () => 0 });
  return [
    ensureJobs(queues, 'email.bulk', ['00000000-0000-8000-8000-000000000001']),
    queueDepth(queues.get('sms.bulk')),
    addJobs(queues, 'sms.critical', ['00000000-0000-8000-8000-000000000001']),
    redisWasEmptied(redis),
    claims.claim('00000000-0000-8000-8000-000000000001', 'mine', 5_000),
    claims.findMark('00000000-0000-8000-8000-000000000001'),
  ];
};

it('R-2.4 lets a producer fail at once while Redis is away, also on a queue that nobody has used yet', async () => {
  proxy.cut();
  await until(async () => redis.status !== 'ready', { what: 'the client to notice' });
  const began = performance.now();
  const results = await Promise.allSettled(everyCommand());
  expect(results.map((result) => result.status)).toEqual(results.map(() => 'rejected'));
  expect(performance.now() - began).toBeLessThan(500);
  expect(createQueues(redis).ready()).toBe(false);

  await proxy.restore();
  await until(async () => redis.status === 'ready', { what: 'the client to come back' });
  await expect(Promise.all(everyCommand())).resolves.toHaveLength(6);
});

it('gives a silent Redis up after 5 s and goes on when it speaks again', async () => {
  void proxy.freeze();
  const began = performance.now();
  const results = await Promise.allSettled(everyCommand());
  expect(results.map((result) => result.status)).toEqual(results.map(() => 'rejected'));
  expect(performance.now() - began).toBeGreaterThan(4_000);
  expect(performance.now() - began).toBeLessThan(9_000);
  proxy.cut();
  await proxy.restore();
  await until(async () => redis.status === 'ready', { what: 'the client to come back' });
  await expect(Promise.all(everyCommand())).resolves.toHaveLength(6);
});

it('is not lamed for good when the connection breaks over the first command of a queue', async () => {
  const queues = createQueues(redis);
  const held = proxy.freeze();
  const first = queues.get('whatsapp.bulk').getJobCounts('wait');
  await held;
  proxy.cut();
  await expect(first).rejects.toThrow();
  await proxy.restore();
  await until(async () => redis.status === 'ready', { what: 'the client to come back' });
  await expect(ensureJobs(queues, 'whatsapp.bulk', ['00000000-0000-8000-8000-000000000002'])).resolves.toMatchObject({
    added: 1,
  });
});

it('reports connection errors to whoever asked for them', async () => {
  const errors: Error[] = [];
  const lost = createRedis({ url: 'redis://127.0.0.1:1', role: 'producer', onError: (error) => errors.push(error) });
  await until(async () => errors.length > 0, { what: 'an error' });
  expect(errors[0]?.message).toContain('ECONNREFUSED');
  lost.disconnect();
});

it('R-8.6 tells one of many callers that Redis was emptied, once', async () => {
  await server.flush();
  const told = async () => (await Promise.all(Array.from({ length: 8 }, () => redisWasEmptied(redis)))).filter(Boolean);
  expect(await told()).toHaveLength(1);
  expect(await told()).toHaveLength(0);
  await server.flush();
  expect(await told()).toHaveLength(1);
  await redisStaysEmptied(redis);
  expect(await told()).toHaveLength(1);
});
