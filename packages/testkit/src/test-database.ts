import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { urlOfDatabase, withSql } from './sql-connection.js';
import './test-run.js';

export interface TestDatabase {
  url: string;
  /** Removes the database, and closes whatever is connected to it. */
  drop(): Promise<void>;
}

/** A migrated, empty database that nobody else uses: one for a test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const { databaseUrl, template, prefix } = inject('testRun');
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await withSql(databaseUrl, (sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`);
  return {
    url: urlOfDatabase(databaseUrl, name),
    drop: () =>
      withSql(databaseUrl, async (sql) => void (await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`)),
  };
}
