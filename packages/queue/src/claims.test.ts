import { randomUUID } from 'node:crypto';
import { type TestRedis, testRedis, until } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Claims, createClaims } from './claims.js';
import { createRedis, type Redis } from './connection.js';

const DAY_MS = 86_400_000;
const MARK = { provider: 'ses', messageId: '0100018f-a:b' };

let server: TestRedis;
let redis: Redis;
let nowMs = 20_000 * DAY_MS;
let claims: Claims;

beforeAll(async () => {
  server = await testRedis();
  redis = createRedis({ url: server.url, role: 'producer', onError: () => {} });
  await until(async () => redis.status === 'ready', { what: 'the client to connect' });
  claims = createClaims(redis, { windowMs: DAY_MS, nowMs: () => nowMs });
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
beforeEach(() => server.flush());

const claimKey = async (): Promise<string> => {
  const keys = await redis.keys('*:claim:*');
  expect(keys).toHaveLength(1);
  return keys[0] as string;
};

it('R-4.2 lets exactly one of twenty claim', async () => {
  const id = randomUUID();
  const got = await Promise.all(Array.from({ length: 20 }, () => claims.claim(id, randomUUID(), 5_000)));
  expect(got.filter((claim) => claim.kind === 'claimed')).toHaveLength(1);
  expect(got.filter((claim) => claim.kind === 'taken')).toHaveLength(19);
});

it('R-4.2 gives a claim its end in the same command', async () => {
  await claims.claim(randomUUID(), 'mine', 5_000);
  const left = await redis.pttl(await claimKey());
  expect(left).toBeGreaterThan(4_000);
  expect(left).toBeLessThanOrEqual(5_000);
});

it('is free again when the lease has run out', async () => {
  const id = randomUUID();
  await claims.claim(id, 'one', 30);
  await until(async () => (await claims.claim(id, 'two', 5_000)).kind === 'claimed', { what: 'the claim to be free' });
  expect(await redis.get(await claimKey())).toBe('two');
});

it('R-4.2 is released by its owner only', async () => {
  const id = randomUUID();
  await claims.claim(id, 'mine', 5_000);
  await claims.release(id, 'of another');
  expect(await claims.claim(id, 'next', 5_000)).toEqual({ kind: 'taken' });
  await claims.release(id, 'mine');
  expect(await claims.claim(id, 'next', 5_000)).toEqual({ kind: 'claimed' });
});

it('R-4.2 is renewed by its owner only, and a claim that is gone is not made again', async () => {
  const id = randomUUID();
  await claims.claim(id, 'mine', 1_000);
  await claims.renew(id, 'of another', 60_000);
  expect(await redis.pttl(await claimKey())).toBeLessThanOrEqual(1_000);
  await claims.renew(id, 'mine', 60_000);
  expect(await redis.pttl(await claimKey())).toBeGreaterThan(50_000);
  await claims.release(id, 'mine');
  await claims.renew(id, 'mine', 60_000);
  expect(await redis.keys('*')).toEqual([]);
});

it('R-4.2 answers with the mark once it was sent, whoever asks, and after the claim was given back', async () => {
  const id = randomUUID();
  expect(await claims.findMark(id)).toBeUndefined();
  await claims.claim(id, 'mine', 5_000);
  await claims.markSent(id, 'mine', MARK);
  expect(await redis.keys('*:claim:*')).toEqual([]);
  expect(await claims.findMark(id)).toEqual(MARK);
  expect(await claims.claim(id, 'next', 5_000)).toEqual({ kind: 'sent', mark: MARK });
  expect(await redis.keys('*:claim:*')).toEqual([]);
  await claims.release(id, 'mine');
  expect(await claims.findMark(id)).toEqual(MARK);
});

it('leaves the claim of another alone when it marks', async () => {
  const id = randomUUID();
  await claims.claim(id, 'of another', 5_000);
  await claims.markSent(id, 'mine', MARK);
  expect(await redis.get(await claimKey())).toBe('of another');
  expect(await claims.findMark(id)).toEqual(MARK);
});

it('does not take the mark of one delivery for that of another in the same bucket', async () => {
  const [a, b] = ['11111111-1111-8111-8111-11111111abcd', '22222222-2222-8222-8222-22222222abcd'] as const;
  await claims.markSent(a, 'mine', MARK);
  expect(await redis.keys('*')).toHaveLength(1);
  expect(await claims.findMark(b)).toBeUndefined();
});

it('R-4.2 remembers a mark for a whole window, through the end of its period', async () => {
  const id = randomUUID();
  const start = nowMs;
  nowMs = start + DAY_MS - 1;
  await claims.markSent(id, 'mine', MARK);
  const [key] = (await redis.keys('*:sent:*')) as [string];
  expect(await redis.pttl(key)).toBeGreaterThan(2 * DAY_MS - 10_000);
  nowMs += DAY_MS;
  expect(await claims.findMark(id)).toEqual(MARK);
  expect(await claims.claim(id, 'next', 5_000)).toEqual({ kind: 'sent', mark: MARK });
  nowMs += 1;
  expect(await claims.findMark(id)).toBeUndefined();
  nowMs = start;
});

it('finds the mark that a machine left whose clock is ahead, across the end of a period', async () => {
  const id = randomUUID();
  const end = nowMs + DAY_MS;
  const ahead = createClaims(redis, { windowMs: DAY_MS, nowMs: () => end + 5 });
  const behind = createClaims(redis, { windowMs: DAY_MS, nowMs: () => end - 5 });
  await ahead.markSent(id, 'mine', MARK);
  expect(await behind.findMark(id)).toEqual(MARK);
  expect(await behind.claim(id, 'next', 5_000)).toEqual({ kind: 'sent', mark: MARK });
});

it('keeps marks of SES in compact hashes: at a million a window a bucket has 122', async () => {
  const messageId = `0102018f2f5c6d7e-${randomUUID()}-000000`;
  const ids = Array.from({ length: 122 }, () => `${randomUUID().slice(0, -4)}00ff`);
  await Promise.all(ids.map((id) => claims.markSent(id, 'mine', { provider: 'ses', messageId })));
  const keys = await redis.keys('*:sent:*');
  expect(keys).toHaveLength(1);
  expect(await redis.hlen(keys[0] as string)).toBe(122);
  expect(await redis.object('ENCODING', keys[0] as string)).toBe('listpack');
});

it('spreads marks over the cluster: a bucket has a hash tag, and its claims lie with it', async () => {
  const id = randomUUID();
  await claims.claim(id, 'mine', 5_000);
  await claims.markSent(id, 'of another', MARK);
  const tags = (await redis.keys('*')).map((key) => /^\{crier:m\d+\}/.exec(key)?.[0]);
  expect(tags).toHaveLength(2);
  expect(tags[0]).toBeDefined();
  expect(tags[1]).toBe(tags[0]);
});
