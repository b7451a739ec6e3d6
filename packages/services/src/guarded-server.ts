import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Owner } from './postgres-owner.js';
import type { Log } from './service.js';

const GUARDIAN = fileURLToPath(new URL('./guardian.js', import.meta.url));
const START_DEADLINE_MS = 60_000;
const KEPT_LINES = 20;
/** Both PostgreSQL and Redis say this when clients may come. */
const READY = /ready to accept connections/i;
const PORT_TAKEN = /address already in use/i;

/** What the guardian is told: everything in it may be seen in the process list, so nothing secret. */
export interface GuardedCommand {
  command: string;
  args: readonly string[];
  /** The whole environment of the server: nothing else is inherited. */
  env: Record<string, string>;
  /** The user the server runs as, when not the launcher's own. */
  owner?: Owner | undefined;
  stopSignal: NodeJS.Signals;
  /** A folder that goes with the server. */
  removeAtStop?: string | undefined;
}

export interface GuardedServer {
  pid: number;
  stop(): Promise<void>;
}

/** The server ended, or was not ready within a minute. The message carries its last log lines. */
export class DidNotStart extends Error {
  readonly portTaken: boolean;
  constructor(name: string, why: string, lines: readonly string[]) {
    super(`${name} did not start (${why}). Its last words:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.portTaken = lines.some((line) => PORT_TAKEN.test(line));
  }
}

/** Runs a server under a guardian that ends it with this process, and returns once it accepts connections. */
export async function startGuarded(name: string, command: GuardedCommand, log: Log): Promise<GuardedServer> {
  // a group of its own: the terminal's Ctrl-C is for the launcher, which stops its servers last
  const guardian = spawn(process.execPath, [GUARDIAN, JSON.stringify(command)], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const ended = new Promise((resolve) => guardian.once('exit', resolve));
  const pidKnown = new Promise<number>((resolve) =>
    guardian.once('message', (told: { pid: number }) => resolve(told.pid)),
  );
  const lines: string[] = [];
  await ready(name, guardian, lines);
  const pid = await pidKnown;

  let stopping = false;
  guardian.once('exit', (_code, signal) => {
    if (stopping) return;
    if (signal !== null) endOrphan(pid, command.stopSignal);
    log(`${name} ended by itself. Its last words:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  });
  return {
    pid,
    stop: async () => {
      stopping = true;
      if (guardian.connected) guardian.disconnect();
      await ended;
    },
  };
}

/** Follows the server's log from now on, keeping its last lines; resolves at the line that says it is ready. */
function ready(name: string, guardian: ChildProcess, lines: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(deadline);
      reject(new DidNotStart(name, why, lines));
    };
    const deadline = setTimeout(() => {
      fail(`not ready after ${START_DEADLINE_MS / 1000} s`);
      if (guardian.connected) guardian.disconnect();
    }, START_DEADLINE_MS);
    const keep = (line: string) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      if (READY.test(line)) {
        clearTimeout(deadline);
        resolve();
      }
    };
    for (const stream of [guardian.stdout, guardian.stderr]) if (stream) createInterface(stream).on('line', keep);
    guardian.once('close', () => fail('it ended'));
    guardian.once('error', (error) => fail(error.message));
  });
}

/** Somebody killed the guardian: the server it guarded is still there. */
function endOrphan(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone already
  }
}
