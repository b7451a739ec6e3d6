import { type TestRedis, testRedis } from '@crier/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatheringRedis } from './gathering-redis.js';

let server: TestRedis;
let redis: GatheringRedis;

beforeEach(async () => {
  server = await testRedis();
  redis = new GatheringRedis(server.url, { maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false });
  redis.on('error', () => {});
  await redis.ping();
});
afterEach(async () => {
  redis.disconnect();
  await server.stop();
});

const increments = (n: number): Promise<number[]> => Promise.all(Array.from({ length: n }, () => redis.incr('n')));

describe('a gathering client', () => {
  it('writes the commands of one turn at once, and answers each in its place', async () => {
    const writes = vi.spyOn(redis.stream, 'uncork');
    expect(await increments(50)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(writes).toHaveBeenCalledTimes(1);
  });

  it('fails what it held back when the connection is lost in that turn, and goes on with the next connection', async () => {
    const held = increments(3);
    redis.stream.destroy();
    await expect(held).rejects.toThrow();
    await vi.waitFor(async () => expect(await increments(2)).toHaveLength(2));
  });
});
