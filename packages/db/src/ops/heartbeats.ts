import type { SqlOrTx } from '../client.js';

/** Says that `name` has just happened. */
export const beat = async (sql: SqlOrTx, name: string): Promise<void> => {
  await sql`
    INSERT INTO heartbeats (name, at) VALUES (${name}, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET at = excluded.at`;
};

/** Seconds since `name` last happened; undefined if it never has. */
export const secondsSinceBeat = async (sql: SqlOrTx, name: string): Promise<number | undefined> => {
  const [row] = await sql<{ seconds: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - at)::float8 AS seconds FROM heartbeats WHERE name = ${name}`;
  return row?.seconds;
};
