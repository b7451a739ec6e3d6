import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@crier/testkit';
import { inject, onTestFinished } from 'vitest';
import type { RunFileContent } from './run-file.js';

/** The build: what npm start runs. npm test builds before it tests. */
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const CLEAN_UP_MS = 60_000;
const PORTS = ['INTAKE', 'CALLBACKS', 'INBOX', 'BOARD', 'SANDBOX', 'SANDBOX_APNS', 'SANDBOX_SMTP', 'HEALTH'];
const ANY_PORTS = Object.fromEntries(PORTS.map((name) => [`${name}_PORT`, '0']));

/** Every process of this machine (Linux only). */
const processes = (): { pid: number; ppid: number; command: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, ppid] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
        return [{ pid: Number(name), ppid: Number(ppid), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
      } catch {
        return []; // it ended meanwhile
      }
    });
export const childrenOf = (parent: number | undefined): number[] =>
  processes().flatMap(({ pid, ppid }) => (ppid === parent ? [pid] : []));
export const processesNaming = (folder: string): number[] =>
  processes().flatMap(({ pid, command }) => (command.includes(folder) ? [pid] : []));

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

export interface Launched {
  readonly process: ChildProcess;
  readonly dataDir: string;
  /** Everything it has said so far, both streams. */
  said(): string;
  stdout(): string;
  stderr(): string;
  runFile(): RunFileContent;
  /** Waits until it is ready; throws with its words if it ends before. */
  ready(): Promise<void>;
  /** Exit status, once it has ended. */
  ended(): Promise<number | null>;
}

/** `npm start` without npm, on free ports and a data folder of its own. What is left of it ends with the test. */
export const launch = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  /** A command that runs the rest of its line, as npm runs a script through a shell. */
  through: readonly string[] = [],
): Launched => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-standalone-'));
  // As root, PostgreSQL runs as another user, who has to reach its folder.
  chmodSync(dataDir, 0o755);
  const PATH = inject('testRun').searchPath ?? '/usr/bin:/bin';
  const [command = '', ...rest] = [...through, process.execPath, MAIN, '--data', dataDir, ...args];
  const child = spawn(command, rest, {
    env: { PATH, ...ANY_PORTS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await exit;
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }, CLEAN_UP_MS);
  const said = () => `${stdout}\n${stderr}`;
  return {
    process: child,
    dataDir,
    said,
    stdout: () => stdout,
    stderr: () => stderr,
    runFile: () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')),
    ready: async () => {
      const isReady = async () => {
        if (child.exitCode !== null) throw new Error(`It ended instead of getting ready:\n${said()}`);
        return /^crier ready$/m.test(stdout);
      };
      await until(isReady, { what: 'crier ready', timeoutMs: 60_000 });
    },
    ended: async () => {
      const [code] = await exit;
      return code as number | null;
    },
  };
};
