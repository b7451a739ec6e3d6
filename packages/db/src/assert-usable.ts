import type { Sql } from './client.js';
import { migrationsBehind } from './migrations.js';

/** Postgres can't be used as it is; the message says which address, why, and what to do. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
  readonly forOperator = true;
}

const OLDEST = 150_000;

/**
 * Throws DatabaseUnusable unless Postgres answers, is 15 or newer, and is not behind this code's schema. A newer schema is
 * taken: migrations come first in a rolling deployment.
 */
export const assertDatabaseUsable = async (sql: Sql, url: string): Promise<void> => {
  const at = `${new URL(url).host}${new URL(url).pathname}`;
  const version = await sql<{ v: string }[]>`SELECT current_setting('server_version_num') AS v`.catch(
    (error: Error & { code?: string }) => {
      // Of a name with several addresses Node reports one error for all, without words.
      const why = error.message || error.code || String(error);
      throw new DatabaseUnusable(
        `PostgreSQL does not answer at ${at} (${why}); start it, or set DATABASE_URL to one that runs`,
      );
    },
  );
  if (Number(version[0]?.v) < OLDEST)
    throw new DatabaseUnusable(`PostgreSQL at ${at} is too old (${version[0]?.v}); 15 or newer is needed`);
  const behind = await migrationsBehind(sql);
  if (behind === 'edited')
    throw new DatabaseUnusable(
      `the database at ${at} was made by a version before the first release, whose tables differ; use an empty one (for npm start: remove .local)`,
    );
  if (behind > 0)
    throw new DatabaseUnusable(
      `the database at ${at} is ${behind} migration(s) behind this version; run: npx crier migrate`,
    );
};
