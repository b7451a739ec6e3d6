import { expect, inject, it } from 'vitest';
import { withSql } from './sql-connection.js';
import { testDatabase } from './test-database.js';

const tables = (url: string) =>
  withSql(url, async (sql) => {
    const rows = await sql<{ name: string }[]>`SELECT relname AS name FROM pg_stat_user_tables ORDER BY 1`;
    return rows.map(({ name }) => name);
  });

it('makes databases that are migrated and know nothing of each other, also at the same time', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  expect(await tables(one.url)).toContain('events');
  await withSql(one.url, (sql) => sql`CREATE TABLE only_here ()`);
  expect(await tables(one.url)).toContain('only_here');
  expect(await tables(two.url)).not.toContain('only_here');
  await Promise.all([one.drop(), two.drop()]);
});

it('drops the database even while something is connected to it', async () => {
  const { url, drop } = await testDatabase();
  const name = new URL(url).pathname.slice(1);
  const exists = () =>
    withSql(inject('databaseUrl'), (sql) =>
      sql`SELECT FROM pg_database WHERE datname = ${name}`.then((rows) => rows.length === 1),
    );
  await withSql(url, async (sql) => {
    await sql`SELECT 1`;
    expect(await exists()).toBe(true);
    await drop();
    expect(await exists()).toBe(false);
  });
});
