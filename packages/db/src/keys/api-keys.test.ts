import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { createApiKey, findApiKey, hashApiKey, listApiKeys, revokeApiKey } from './api-keys.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 4, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const LIVE = { name: 'ERP', source: 'erp', mode: 'live', scopes: ['events', 'read'] } as const;

it('R-10.4 stores the hash of a secret and never the secret', async () => {
  const { key, secret } = await createApiKey(sql, LIVE);
  expect(secret).toMatch(/^crier_live_[\w-]{43}$/);
  const stored = JSON.stringify(
    await sql`SELECT id, name, source, mode, scopes, encode(hash, 'escape') AS hash FROM api_keys`,
  );
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(secret.slice('crier_live_'.length));
  const [row] = await sql<{ hash: Buffer }[]>`SELECT hash FROM api_keys WHERE id = ${key.id}`;
  expect(row?.hash).toEqual(hashApiKey(secret));
  expect(row?.hash).toHaveLength(32);
  expect(JSON.stringify(key)).not.toContain(secret);
});

it('finds a key by the hash of its secret', async () => {
  const { key, secret } = await createApiKey(sql, { ...LIVE, mode: 'test' });
  expect(secret).toMatch(/^crier_test_/);
  expect(await findApiKey(sql, hashApiKey(secret))).toEqual(key);
  expect(key).toMatchObject({ name: 'ERP', source: 'erp', mode: 'test', scopes: ['events', 'read'], revokedAt: null });
  expect(await findApiKey(sql, hashApiKey(`${secret}x`))).toBeUndefined();
});

it('makes every secret anew', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => createApiKey(sql, LIVE)));
  expect(new Set(made.map((one) => one.secret)).size).toBe(10);
});

it('finds a revoked key no more, and revokes it once', async () => {
  const { key, secret } = await createApiKey(sql, LIVE);
  const other = await createApiKey(sql, LIVE);
  const revoked = await Promise.all(Array.from({ length: 5 }, () => revokeApiKey(sql, key.id)));
  expect(revoked.filter((one) => one !== undefined)).toMatchObject([
    { id: key.id, revokedAt: expect.stringMatching(/Z$/) },
  ]);
  expect(await findApiKey(sql, hashApiKey(secret))).toBeUndefined();
  expect(await findApiKey(sql, hashApiKey(other.secret))).toBeDefined();
  expect(await revokeApiKey(sql, randomUUID())).toBeUndefined();
});

it('lists all keys, newest first, revoked ones too, without anything to log in with', async () => {
  await sql`DELETE FROM api_keys`;
  const made = [];
  for (const name of ['first', 'second', 'third']) made.push(await createApiKey(sql, { ...LIVE, name }));
  await revokeApiKey(sql, made[1]?.key.id ?? '');
  const listed = await listApiKeys(sql);
  expect(listed.map((key) => key.name)).toEqual(['third', 'second', 'first']);
  expect(listed.map((key) => key.revokedAt !== null)).toEqual([false, true, false]);
  expect(Object.keys(listed[0] ?? {})).not.toContain('hash');
});
