import type { Chat } from '@crier/chat';
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

/** The Redis that the command looks at: REDIS_URL, else the running Crier's. Throws ConfigError. */
export const redisTarget = (deps: CliDeps): string =>
  deps.environment().redisUrl ?? running(deps, 'REDIS_URL').redisUrl;

/** The database to migrate: DATABASE_DIRECT_URL before DATABASE_URL. Throws ConfigError. */
export const migrationTarget = (deps: CliDeps): string =>
  deps.environment().directUrl ?? running(deps, 'DATABASE_URL').databaseUrl;

/** Intake's address (INTAKE_PORT, else the running Crier's) and the key to show it. Throws ConfigError. */
export const intakeTarget = (deps: CliDeps): { url: string; apiKey: string } => {
  const { intakeUrl, apiKey = DEVELOPMENT_KEY } = deps.environment();
  return { url: intakeUrl ?? running(deps, 'INTAKE_PORT').urls.intake, apiKey };
};

const DEFAULT_BOARD = 'http://127.0.0.1:3003';

/**
 * What the digest needs besides the database: the environment's, else the running Crier's. A Crier that npm start runs signs
 * with a secret that only it knows: without CRIER_LINK_SECRET the links lead to lists.
 */
export const opsTarget = (deps: CliDeps): { chat: Chat | undefined; boardUrl: string; secrets: readonly string[] } => {
  const { chat, boardUrl, linkSecrets, databaseUrl } = deps.environment();
  const urls = databaseUrl === undefined ? findRunFile(deps.cwd, deps.installation)?.urls : undefined;
  const sandbox: Chat | undefined = urls?.sandbox ? { kind: 'slack', url: `${urls.sandbox}/chat/ops` } : undefined;
  return { chat: chat ?? sandbox, boardUrl: boardUrl ?? urls?.board ?? DEFAULT_BOARD, secrets: linkSecrets };
};
