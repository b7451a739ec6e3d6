import { migrate } from '@crier/db';
import { ConfigError } from '@crier/runtime';

/** Brings the database up to date. Throws ConfigError that names the address. `url` must lead past a pooler. */
export const migrateDatabase = async (url: string, maxAgeDays: number): Promise<void> => {
  const { host, pathname } = new URL(url);
  await migrate(url, { maxAgeDays }).catch((error: unknown) => {
    const why = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new ConfigError(
      `the database at ${host}${pathname} could not be brought up to date (${why}); start it, or set DATABASE_URL to one that runs`,
    );
  });
};
