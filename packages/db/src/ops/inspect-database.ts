import type { Sql } from '../client.js';
import { migrationsBehind } from '../migrations.js';

/** What a PostgreSQL server says about itself and about our schema in it. */
export interface DatabaseSight {
  /** As `server_version` has it, and as a number that compares (150004). */
  readonly version: string;
  readonly versionNumber: number;
  /** 0 = up to date; negative = newer than this code. */
  readonly migrationsBehind: number | 'edited';
  /** The last day up to which every partitioned table has a partition, as 2027-01-31; null = there is none. */
  readonly partitionsUntil: string | null;
  /** How far its clock is ahead of this machine's, in ms, give or take half of the question's way there and back. */
  readonly clock: { readonly aheadMs: number; readonly giveOrTakeMs: number };
}

/** The months are in the names that crier_ensure_partitions gives: deliveries_2026_11. */
const partitionsUntil = async (sql: Sql): Promise<string | null> => {
  const [row] = await sql<{ until: string | null }[]>`
    SELECT CASE WHEN bool_and(last IS NOT NULL) THEN to_char(min(last) + interval '1 month - 1 day', 'YYYY-MM-DD') END AS until
    FROM (
      SELECT max(to_date(substring(i.inhrelid::regclass::text FROM '\\d{4}_\\d{2}$'), 'YYYY_MM')) AS last
      FROM pg_partitioned_table p LEFT JOIN pg_inherits i ON i.inhparent = p.partrelid
      WHERE pg_table_is_visible(p.partrelid) GROUP BY p.partrelid
    ) newest`;
  return row?.until ?? null;
};

/** Asks the server about itself. Throws the driver's error when it does not answer. */
export const inspectDatabase = async (sql: Sql): Promise<DatabaseSight> => {
  const [server] = await sql<{ version: string; number: number }[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`;
  const asked = Date.now();
  const [clock] = await sql<{ ms: number }[]>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  const answered = Date.now();
  return {
    version: server?.version ?? '',
    versionNumber: server?.number ?? 0,
    migrationsBehind: await migrationsBehind(sql),
    partitionsUntil: await partitionsUntil(sql),
    clock: { aheadMs: (clock?.ms ?? Number.NaN) - (asked + answered) / 2, giveOrTakeMs: (answered - asked) / 2 },
  };
};
