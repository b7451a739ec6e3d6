import { type TestRedis, testRedis } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRedis } from './connection.js';
import { inspectRedis, isNewEnough } from './inspect-redis.js';

let server: TestRedis;

beforeAll(async () => {
  server = await testRedis();
});
afterAll(() => server.stop());

it('R-8.11 says version, policy, persistence and clock', async () => {
  const { clock, version, ...rest } = await inspectRedis(server.url);
  expect(isNewEnough(version)).toBe(true);
  expect(rest).toEqual({ evictionPolicy: 'noeviction', appendOnly: false });
  // Server and test are on one machine.
  expect(Math.abs(clock.aheadMs)).toBeLessThanOrEqual(clock.giveOrTakeMs + 1);
});

it('R-8.11 sees an append-only file', async () => {
  const redis = createRedis({ url: server.url, role: 'consumer', onError: () => {} });
  await redis.config('SET', 'appendonly', 'yes');
  expect((await inspectRedis(server.url)).appendOnly).toBe(true);
  await redis.config('SET', 'appendonly', 'no');
  redis.disconnect();
});

it.each([
  ['6.2.0', true],
  ['6.1.9', false],
  ['5.9.9', false],
  ['7.0.15', true],
  ['10.0.0', true],
])('version %s is new enough: %j', (version, enough) => {
  expect(isNewEnough(version)).toBe(enough);
});
