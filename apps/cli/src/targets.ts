import { ConfigError } from '@crier/runtime';
import type { CliDeps } from './cli-deps.js';
import { findRunFile, type RunFile } from './run-file.js';

/** The key of a development start, which `npm start` accepts unless CRIER_API_KEY says otherwise; refused in production. */
const DEVELOPMENT_KEY = 'crier-dev-key';

const running = (deps: CliDeps, variable: string): RunFile => {
  const found = findRunFile(deps.cwd, deps.installation);
  if (found) return found;
  throw new ConfigError(
    `${variable} is not set and no Crier runs here (.local/run.json): set ${variable}, or npm start`,
  );
};

/** The database that the command works on: DATABASE_URL, else the running Crier's. Throws ConfigError. */
export const databaseTarget = (deps: CliDeps): string =>
  deps.environment().databaseUrl ?? running(deps, 'DATABASE_URL').databaseUrl;

/** The database to migrate: DATABASE_DIRECT_URL before DATABASE_URL. Throws ConfigError. */
export const migrationTarget = (deps: CliDeps): string =>
  deps.environment().directUrl ?? running(deps, 'DATABASE_URL').databaseUrl;

/** Intake's address (INTAKE_PORT, else the running Crier's) and the key to show it. Throws ConfigError. */
export const intakeTarget = (deps: CliDeps): { url: string; apiKey: string } => {
  const { intakeUrl, apiKey = DEVELOPMENT_KEY } = deps.environment();
  return { url: intakeUrl ?? running(deps, 'INTAKE_PORT').urls.intake, apiKey };
};
