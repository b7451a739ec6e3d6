import { migrate } from '@crier/db';
import { ConfigError } from '@crier/runtime';
import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { migrationTarget } from '../targets.js';

/** `crier migrate`: safe at once from several places. */
export const migrateCommand = async (deps: CliDeps, options: { json?: boolean }): Promise<ExitStatus> => {
  const url = migrationTarget(deps);
  const { host, pathname } = new URL(url);
  const database = `${host}${pathname}`;
  await migrate(url, { maxAgeDays: deps.environment().maxAgeDays }).catch((error: unknown) => {
    const why = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new ConfigError(`the database at ${database} could not be brought up to date: ${why}`);
  });
  deps.out(options.json ? JSON.stringify({ database, upToDate: true }) : `The database at ${database} is up to date.`);
  return 0;
};
