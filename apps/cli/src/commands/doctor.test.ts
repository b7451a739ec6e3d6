import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSql } from '@crier/db';
import { createRedis } from '@crier/queue';
import { ConfigError } from '@crier/runtime';
import { type TestDatabase, type TestRedis, testDatabase, testRedis } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crier } from '../cli.test-support.js';
import type { Finding } from '../doctor/finding.js';
import type { CliEnvironment } from '../env.js';

let database: TestDatabase;
let redis: TestRedis;
let chat: Server;
const asked: string[] = [];
const RECORDS: Record<string, string[][]> = {
  'acme.test-shop.com': [['v=spf1 include:amazonses.com ', '~all'], ['other text']],
  'abc._domainkey.acme.test-shop.com': [['v=DKIM1; k=rsa; p=MIGf']],
  '_dmarc.test-shop.com': [['v=DMARC1; p=reject']],
  'gmail.com': [['v=spf1 redirect=_spf.google.com']],
};
const SENDER = { provider: 'ses', domain: 'acme.test-shop.com', selectors: ['abc'] };

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  chat = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    res.writeHead(405).end();
  });
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  await redisCommand('appendonly', 'yes');
});
afterAll(async () => {
  await redisCommand('appendonly', 'no');
  await new Promise((resolve) => chat.close(resolve));
  await Promise.all([database.drop(), redis.stop()]);
});
beforeEach(() => {
  asked.length = 0;
});

const redisCommand = async (name: string, value: string) => {
  const client = createRedis({ url: redis.url, role: 'consumer', onError: () => {} });
  await client.config('SET', name, value);
  client.disconnect();
};
const environment = (): Partial<CliEnvironment> => ({
  databaseUrl: database.url,
  redisUrl: redis.url,
  chat: { kind: 'slack', url: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/T0/B0/secret` },
  mailSenders: [SENDER],
});
const doctor = (change: Partial<CliEnvironment> = {}, ...args: string[]) =>
  crier(
    ['doctor', ...args],
    { ...environment(), ...change },
    {
      nowMs: Date.now,
      lookUpTxt: async (name) => RECORDS[name] ?? Promise.reject(Object.assign(new Error(name), { code: 'ENODATA' })),
    },
  );
const found = async (change: Partial<CliEnvironment> = {}) => {
  const { status, out } = await doctor(change, '--json');
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  expect(ok).toBe(status === 0);
  return { status, trouble: findings.filter(({ verdict }) => verdict !== 'well') };
};

describe('R-8.11 crier doctor', () => {
  it('finds all well where all is well, posts nothing and keeps the webhook to itself', async () => {
    const { status, out } = await doctor();
    expect(out).toMatch(/All well\.$/);
    expect(status).toBe(0);
    for (const check of ['PostgreSQL', 'Partitions', 'Redis persistence', 'Clock of Redis', 'Ops chat', 'DKIM for ses'])
      expect(out).toMatch(new RegExp(`^✓ ${check} `, 'm'));
    expect(asked).toEqual(['HEAD /T0/B0/secret']);
    expect(out).not.toContain('secret');
  });

  it('warns without failing', async () => {
    await redisCommand('appendonly', 'no');
    const { status, trouble } = await found({ chat: undefined });
    await redisCommand('appendonly', 'yes');
    expect(status).toBe(0);
    expect(trouble.map(({ check, verdict }) => [check, verdict])).toEqual([
      ['Redis persistence', 'warning'],
      ['Ops chat', 'warning'],
    ]);
    for (const { remedy } of trouble) expect(remedy).toMatch(/^Set /);
  });

  it('says each trouble with its remedy, and one hides no other', async () => {
    const silent = { databaseUrl: 'postgres://crier:hush@127.0.0.1:9/crier', redisUrl: 'redis://:hush@127.0.0.1:9' };
    const { status, out } = await doctor({
      ...silent,
      chat: { kind: 'slack', url: 'http://127.0.0.1:9/T0/B0/secret' },
      problems: ['BOARD_VIEWER_USER must not be BOARD_USER'],
      mailSenders: [{ ...SENDER, domain: 'nowhere.test-shop.net' }],
    });
    expect(status).toBe(1);
    expect(out.match(/^✗ .*/gm)?.map((line) => line.slice(2).split('  ')[0])).toEqual([
      'Settings',
      'PostgreSQL',
      'Redis',
      'Ops chat',
      'DKIM for ses',
      'DMARC for ses',
    ]);
    expect(out).toMatch(/^! SPF for ses /m);
    expect(out.match(/^ +→ /gm)).toHaveLength(7);
    expect(out).toMatch(/\n6 broken, 1 warning\.$/);
    expect(out).not.toMatch(/hush|secret/);
  });

  it('sees a Redis that may evict', async () => {
    await redisCommand('maxmemory-policy', 'allkeys-lru');
    const { status, trouble } = await found();
    await redisCommand('maxmemory-policy', 'noeviction');
    expect(status).toBe(1);
    expect(trouble).toEqual([
      {
        check: 'Redis eviction',
        verdict: 'broken',
        says: expect.stringContaining('allkeys-lru'),
        remedy: expect.stringContaining('noeviction'),
      },
    ]);
  });

  it('sees a schema that is behind, and months that nobody made', async () => {
    const sql = createSql({ url: database.url, max: 1, app: 'test' });
    const [kept] = await sql`DELETE FROM drizzle.__drizzle_migrations RETURNING hash, created_at`;
    await sql`CREATE TABLE later (id uuid) PARTITION BY RANGE (id)`;
    const { status, trouble } = await found();
    await sql`INSERT INTO drizzle.__drizzle_migrations ${sql(kept as never)}`;
    await sql`DROP TABLE later`;
    await sql.end();
    expect(status).toBe(1);
    expect(trouble.map(({ check }) => check)).toEqual(['PostgreSQL schema', 'Partitions']);
    for (const { remedy } of trouble) expect(remedy).toContain('crier migrate');
  });

  it('names the variables that stop every app, and looks at nothing else', async () => {
    const { status, out } = await crier(
      ['doctor', '--json'],
      {},
      {
        environment: () => {
          throw new ConfigError('CRIER_TYPO is not a variable of Crier\nRETRY_BASE_MS must be a number');
        },
      },
    );
    expect(status).toBe(1);
    expect(JSON.parse(out).findings.map(({ says }: Finding) => says.split(' ')[0])).toEqual([
      'CRIER_TYPO',
      'RETRY_BASE_MS',
    ]);
  });

  it('says what to set when nothing says where Crier is', async () => {
    const { status, err } = await crier(['doctor']);
    expect(status).toBe(1);
    expect(err).toMatch(/^crier: (DATABASE|REDIS)_URL is not set/);
  });
});
