import { tmpdir } from 'node:os';
import type { CliDeps } from './cli-deps.js';
import type { CliEnvironment } from './env.js';
import { runCli } from './run-cli.js';

const NOTHING: CliEnvironment = {
  databaseUrl: undefined,
  redisUrl: undefined,
  directUrl: undefined,
  intakeUrl: undefined,
  apiKey: undefined,
  maxAgeDays: 400,
  chat: undefined,
  opsEmail: undefined,
  mailSenders: [],
  problems: [],
  boardUrl: undefined,
  linkSecrets: [],
  digest: { at: '08:30', zone: 'UTC' },
  templatesDir: undefined,
  repairs: {
    maxReplays: 3,
    replaysPerSecond: 1_000,
    redrive: { times: 2, afterMs: 3_600_000 },
    documentWaitMs: 60_000,
  },
};

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line as the terminal would, with this environment and nothing running nearby unless told. */
export const crier = async (
  args: readonly string[],
  environment: Partial<CliEnvironment> = {},
  deps: Partial<CliDeps> = {},
): Promise<Ran> => {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runCli(args, {
    environment: () => ({ ...NOTHING, ...environment }),
    cwd: tmpdir(),
    installation: tmpdir(),
    readText: async (file) => {
      throw new Error(`nobody reads ${file}`);
    },
    lookUpTxt: async (name) => {
      throw new Error(`nobody looks up ${name}`);
    },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    actor: 'cli:tester',
    nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    ...deps,
  });
  return { status, out: out.join('\n'), err: err.join('\n') };
};
