import { assertDatabaseUsable, createSql, type Sql } from '@crier/db';

export interface Database {
  readonly sql: Sql;
}

/** A person waits, and asks for what goes over whole tables: a statement may take longer than one of the protocol. */
const SILENCE_MS = 60_000;

/** Runs `work` on the database at `url`, which must be up to date, and disconnects. Throws DatabaseUnusable. */
export const withDatabase = async <T>(url: string, work: (database: Database) => Promise<T>): Promise<T> => {
  const sql = createSql({ url, max: 1, app: 'cli', silenceMs: SILENCE_MS });
  try {
    await assertDatabaseUsable(sql, url);
    return await work({ sql });
  } finally {
    await sql.end({ timeout: 5 });
  }
};
