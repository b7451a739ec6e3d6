import { createSql, migrationsBehind } from '@crier/db';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crier } from '../cli.test-support.js';

let neighbour: TestDatabase;
beforeAll(async () => {
  neighbour = await testDatabase();
});
afterAll(() => neighbour.drop());

/** A database with nothing in it, beside one of the test's own. */
const onEmptyDatabase = async (work: (url: string) => Promise<void>): Promise<void> => {
  const url = new URL(neighbour.url);
  const name = `${url.pathname.slice(1)}_empty`;
  const sql = createSql({ url: neighbour.url, max: 1, app: 'test' });
  await sql`CREATE DATABASE ${sql(name)}`;
  try {
    url.pathname = `/${name}`;
    await work(url.href);
  } finally {
    await sql`DROP DATABASE ${sql(name)} WITH (FORCE)`;
    await sql.end();
  }
};

it('brings an empty database up to date, also when four start at once', () =>
  onEmptyDatabase(async (directUrl) => {
    const all = await Promise.all(Array.from({ length: 4 }, () => crier(['migrate', '--json'], { directUrl })));
    const database = `${new URL(directUrl).host}${new URL(directUrl).pathname}`;
    for (const { status, out, err } of all) {
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(JSON.parse(out)).toEqual({ database, upToDate: true });
    }
    const sql = createSql({ url: directUrl, max: 1, app: 'test' });
    expect(await migrationsBehind(sql)).toBe(0);
    await sql.end();
  }));

it('names the address of a database that does not answer, without the password', async () => {
  const { status, err } = await crier(['migrate'], { directUrl: 'postgres://crier:hush@127.0.0.1:1/crier' });
  expect(status).toBe(1);
  expect(err).toMatch(/127\.0\.0\.1:1\/crier .*ECONNREFUSED/);
  expect(err).not.toContain('hush');
});
