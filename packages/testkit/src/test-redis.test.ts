import { Redis } from 'ioredis';
import { expect, inject, it, onTestFinished } from 'vitest';
import { testRedis } from './test-redis.js';

it('is empty at first and after a flush, and never touches what others keep in the shared Redis', async () => {
  const shared = new Redis(inject('redisUrl'));
  onTestFinished(() => shared.disconnect());
  await shared.set('crier-testkit', 'stays');

  const { url, flush, stop } = await testRedis();
  const redis = new Redis(url);
  onTestFinished(() => redis.disconnect());
  expect(await redis.dbsize()).toBe(0);
  await redis.set('key', 'value');
  await flush();
  expect(await redis.dbsize()).toBe(0);
  expect(await shared.getdel('crier-testkit')).toBe('stays');
  redis.disconnect();
  await stop();
});
