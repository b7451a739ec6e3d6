import { testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from './client.js';
import { monthTable } from './month-table.js';

let database: Awaited<ReturnType<typeof testDatabase>>;
let sql: Sql;

beforeAll(async () => {
  database = await testDatabase();
  sql = createSql({ url: database.url, max: 1, app: 'month-table-test' });
  await sql`SELECT crier_ensure_partitions('2026-11-01', '2026-12-01')`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const idAt = (instant: string): string => {
  const hex = Date.parse(instant).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-8000-8000-000000000001`;
};
const LAST_OF_NOVEMBER = idAt('2026-11-30T23:59:59.999Z');
const FIRST_OF_DECEMBER = idAt('2026-12-01T00:00:00.000Z');

const store = (id: string) => sql`
  INSERT INTO deliveries (id, event_id, digest, channel, lane, person, locale, timezone, state)
  VALUES (${id}, ${id}, '', 'email', 'bulk', 1, 'en', 'UTC', 'queued')`;
const found = async (ids: readonly string[], among: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM ${monthTable(sql, 'deliveries', ids)} WHERE id = ANY(${among as string[]}::uuid[]) ORDER BY id`;
  return rows.map((row) => row.id);
};

describe('the table of a month', () => {
  const both = [LAST_OF_NOVEMBER, FIRST_OF_DECEMBER];

  it('holds the rows of that month, to its last and from its first millisecond, and no others', async () => {
    for (const id of both) await store(id);
    for (const id of both) expect(await found([id], both)).toEqual([id]);
  });

  it('is that of all months when the rows share none, or there are none', async () => {
    expect(await found(both, both)).toEqual(both);
    expect(await found([], both)).toEqual(both);
  });
});
