import type { SqlOrTx } from '../client.js';

/** Says that `name` has just happened. */
export const beat = async (sql: SqlOrTx, name: string): Promise<void> => {
  await sql`
    INSERT INTO heartbeats (name, at) VALUES (${name}, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET at = excluded.at`;
};

/** It is not to be waited for any more. */
export const forgetBeat = async (sql: SqlOrTx, name: string): Promise<void> => {
  await sql`DELETE FROM heartbeats WHERE name = ${name}`;
};

/** Seconds since `name` last happened; undefined if it never has. */
export const secondsSinceBeat = async (sql: SqlOrTx, name: string): Promise<number | undefined> => {
  const [row] = await sql<{ seconds: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - at)::float8 AS seconds FROM heartbeats WHERE name = ${name}`;
  return row?.seconds;
};

/** Says that `name` goes on. After a silence of more than `gapMs` it has begun anew. */
export const keepBeating = async (sql: SqlOrTx, name: string, gapMs: number): Promise<void> => {
  await sql`
    INSERT INTO heartbeats AS h (name, at, since) VALUES (${name}, clock_timestamp(), clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET at = excluded.at,
      since = CASE WHEN h.at < excluded.at - ${gapMs} * interval '1 ms' THEN excluded.since ELSE h.since END`;
};

/** How long `name` has gone on without a silence of more than `gapMs`, in ms: 0 while it is silent, undefined if it never was heard. */
export const beatingForMs = async (sql: SqlOrTx, name: string, gapMs: number): Promise<number | undefined> => {
  const [row] = await sql<{ ms: number }[]>`
    SELECT (CASE WHEN at < clock_timestamp() - ${gapMs} * interval '1 ms' THEN 0
            ELSE extract(epoch FROM clock_timestamp() - since) * 1000 END)::float8 AS ms
    FROM heartbeats WHERE name = ${name}`;
  return row?.ms;
};
