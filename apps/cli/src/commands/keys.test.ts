import { createSql, findApiKey, hashApiKey } from '@crier/db';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crier } from '../cli.test-support.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const keys = (...args: string[]) => crier(['keys', ...args], { databaseUrl: database.url });

const find = async (secret: string) => {
  const sql = createSql({ url: database.url, max: 1, app: 'test' });
  try {
    return await findApiKey(sql, hashApiKey(secret));
  } finally {
    await sql.end();
  }
};

const auditLog = async (subject: string) => {
  const sql = createSql({ url: database.url, max: 1, app: 'test' });
  const rows = await sql`SELECT actor, action, detail FROM audit_log WHERE subject = ${subject} ORDER BY at`;
  await sql.end();
  return [...rows];
};

it('R-10.4 makes a key that intake knows, shows its secret once, and ends it when told; both are in the audit log', async () => {
  const made = await keys('create', '--name', 'ERP', '--source', 'erp', '--scopes', 'events,read', '--json');
  expect(made.status).toBe(0);
  const { secret, ...key } = JSON.parse(made.out);
  expect(key).toMatchObject({ name: 'ERP', source: 'erp', mode: 'live', scopes: ['events', 'read'], revokedAt: null });
  expect(await find(secret)).toEqual(key);

  const listed = await keys('list', '--json');
  expect(JSON.parse(listed.out)).toContainEqual(key);
  expect(listed.out + (await keys('list')).out).not.toContain(secret);

  const revoked = await keys('revoke', key.id, '--json');
  expect(JSON.parse(revoked.out)).toMatchObject({ id: key.id, revokedAt: expect.any(String) });
  expect(await find(secret)).toBeUndefined();
  expect(await auditLog(key.id)).toEqual([
    { actor: 'cli:tester', action: 'api_key.create', detail: { source: 'erp', mode: 'live' } },
    { actor: 'cli:tester', action: 'api_key.revoke', detail: { source: 'erp' } },
  ]);
});

it('gives every scope and mode live unless told otherwise, in words for people', async () => {
  const { status, out } = await keys('create', '--name', 'Depot', '--source', 'wms', '--mode', 'test');
  expect(status).toBe(0);
  expect(out).toMatch(
    /test, source wms, scopes events,directory,read[\s\S]*\n {2}crier_test_\S{43}\n[\s\S]*not shown again/,
  );
  expect((await keys('list')).out).toMatch(/^ID +NAME[\s\S]*Depot +wms +test +events,directory,read +\S+Z +-/);
});

it('exits 1 for a key that is not in force', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'erp', "'; DROP TABLE api_keys"]) {
    const { status, err } = await keys('revoke', id);
    expect(status).toBe(1);
    expect(err).toContain(`no key ${id} is in force`);
  }
});

it('says in one line that a database is behind or does not answer', async () => {
  const { status, err } = await crier(['keys', 'list'], { databaseUrl: 'postgres://crier:hush@127.0.0.1:1/crier' });
  expect(status).toBe(1);
  expect(err).toMatch(/^crier: PostgreSQL does not answer at 127\.0\.0\.1:1\/crier .*DATABASE_URL.*$/);
});
