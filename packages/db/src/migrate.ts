import postgres from 'postgres';
import { MIGRATION_LOCK } from './lock-keys.js';
import { ensurePartitions, MIGRATIONS_FOLDER } from './migrations.js';

const DEFAULT_MAX_AGE_DAYS = 400;

/**
 * Brings the database up to date and makes the months' partitions. Safe at once from several places: Drizzle's migrator
 * takes no lock of its own, so this one does. `url` must lead past a transaction-mode pooler.
 */
export const migrate = async (url: string, options: { maxAgeDays?: number } = {}): Promise<void> => {
  // Most processes never migrate, and it takes a fifth of a second to load.
  const [{ drizzle }, { migrate: run }] = await Promise.all([
    import('drizzle-orm/postgres-js'),
    import('drizzle-orm/postgres-js/migrator'),
  ]);
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await run(drizzle(sql), { migrationsFolder: MIGRATIONS_FOLDER });
    await ensurePartitions(sql, options.maxAgeDays ?? DEFAULT_MAX_AGE_DAYS);
  } finally {
    await sql.end({ timeout: 5 });
  }
};
