import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { inspectDatabase } from './inspect-database.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 1, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

/** The last day of the month that is `ahead` months from now, as 2027-01-31. */
const endOfMonth = (ahead: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 0)).toISOString().slice(0, 10);
};

it('R-8.11 says version, schema, clock, and how far the partitions reach', async () => {
  const sight = await inspectDatabase(sql);
  expect(sight).toMatchObject({ migrationsBehind: 0, partitionsUntil: endOfMonth(2) });
  expect(sight.version).toMatch(/^\d+\.\d+/);
  expect(sight.versionNumber).toBeGreaterThanOrEqual(150_000);
  // Server and test are on one machine.
  expect(Math.abs(sight.clock.aheadMs)).toBeLessThanOrEqual(sight.clock.giveOrTakeMs + 1);
});

it('R-8.11 goes by the table that reaches least far, and by none if one has no partition', async () => {
  const last = endOfMonth(2).slice(0, 7).replace('-', '_');
  await sql.unsafe(`DROP TABLE attempts_${last}`);
  expect((await inspectDatabase(sql)).partitionsUntil).toBe(endOfMonth(1));
  await sql`CREATE TABLE later (id uuid) PARTITION BY RANGE (id)`;
  expect((await inspectDatabase(sql)).partitionsUntil).toBeNull();
});
