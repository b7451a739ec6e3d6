import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));

/** Partitions from the oldest month that intake takes to two months ahead. Returns how many were made. */
export const ensurePartitions = async (sql: Pick<postgres.Sql, 'unsafe'>, maxAgeDays: number): Promise<number> => {
  const [row] = await sql.unsafe<{ made: number }[]>(
    `SELECT crier_ensure_partitions((now() AT TIME ZONE 'UTC')::date - ${Math.trunc(maxAgeDays)}, ((now() AT TIME ZONE 'UTC') + interval '2 months')::date) AS made`,
  );
  return row?.made ?? 0;
};

/**
 * How far the database is behind this code: 0 = up to date; negative = newer than this code; `edited` = made by another
 * writing of the same migrations, before their release. Throws when unreachable.
 */
export const migrationsBehind = async (sql: Pick<postgres.Sql, 'unsafe'>): Promise<number | 'edited'> => {
  const ours = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  const [there] = await sql.unsafe<{ there: boolean }[]>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
  );
  if (!there?.there) return ours.length;
  const theirs = await sql.unsafe<{ hash: string }[]>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id');
  const isEdited = theirs.some(({ hash }, n) => ours[n] !== undefined && ours[n].hash !== hash);
  return isEdited ? 'edited' : ours.length - theirs.length;
};
