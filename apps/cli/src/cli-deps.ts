import type { LookUpTxt } from './doctor/txt-records.js';
import type { CliEnvironment } from './env.js';

/** What the commands need of the world; `main.ts` hands in the real one. */
export interface CliDeps {
  /** Read when a command needs it, so that --help works whatever is set. Throws ConfigError. */
  readonly environment: () => CliEnvironment;
  /** Where a running Crier is looked for: these folders and all above the first. */
  readonly cwd: string;
  readonly installation: string;
  /** Text of a file; `-` is standard input. */
  readonly readText: (file: string) => Promise<string>;
  readonly lookUpTxt: LookUpTxt;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Who is typing, for the audit log. */
  readonly actor: string;
  /** Ms since 1970. */
  readonly nowMs: () => number;
}

/** 0 = done, 1 = it did not work. 2, wrong usage, is decided before a command runs. */
export type ExitStatus = 0 | 1;
