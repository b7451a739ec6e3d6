import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ConfigError } from '@crier/runtime';

export interface SupervisedOptions {
  readonly name: string;
  /** Node's arguments: what it runs. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Each line of its standard output. Its standard error is ours. */
  readonly onLine: (line: string) => void;
  /** Each process of the app, the first included. */
  readonly onPid: (pid: number) => void;
  readonly say: (line: string) => void;
  readonly monotonicMs: () => number;
  /** Wait before the first new start; doubles while the app keeps dying young. */
  readonly restartMs: number;
  /** How long it may drain before it is killed. */
  readonly graceMs: number;
}

export interface SupervisedApp {
  /** Rejects with ConfigError when the app ends before `keepRunning`; its own words are on standard error. */
  readonly endedEarly: Promise<never>;
  /** From now on the app is started again whenever it ends. */
  keepRunning(): void;
  /** Drains it and waits until it is gone. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

const LONGEST_RESTART_MS = 30_000;
/** Who lived this long did not die of the start. */
const GROWN_UP_MS = 10_000;

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Runs an app in a process of its own. The IPC channel ends it when this process is gone, however that happens; it stands in
 * a process group of its own, so that the terminal's Ctrl-C reaches the launcher only, which stops everything in order.
 */
export const superviseApp = (options: SupervisedOptions): SupervisedApp => {
  const { name, say } = options;
  let failStart: (error: ConfigError) => void = () => {};
  const endedEarly = new Promise<never>((_resolve, reject) => {
    failStart = reject;
  });
  // Whoever stops while it starts waits for nothing any more.
  endedEarly.catch(() => {});
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  let diedYoung = 0;
  let restart: NodeJS.Timeout | undefined;

  const launch = (): ChildProcess => {
    const bornMs = options.monotonicMs();
    const born = spawn(process.execPath, options.args, {
      env: options.env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      detached: true,
    });
    if (born.pid !== undefined) options.onPid(born.pid);
    if (born.stdout) createInterface(born.stdout).on('line', options.onLine);
    born.once('exit', (code, signal) => ended(`process ${born.pid} ended, ${signal ?? `status ${code}`}`, bornMs));
    born.once('error', (error) => ended(error.message, bornMs));
    return born;
  };

  const ended = (how: string, bornMs: number): void => {
    if (phase === 'starting') failStart(new ConfigError(`${name} did not start (${how})`));
    if (phase !== 'running') return;
    diedYoung = options.monotonicMs() - bornMs < GROWN_UP_MS ? diedYoung + 1 : 0;
    const waitMs = Math.min(LONGEST_RESTART_MS, options.restartMs * 2 ** Math.max(0, diedYoung - 1));
    say(`${name}: ${how}; it is started again in ${waitMs / 1000} s`);
    restart = setTimeout(() => {
      child = launch();
    }, waitMs);
  };

  let child = launch();
  return {
    endedEarly,
    keepRunning: () => {
      phase = 'running';
      if (isOver(child)) ended('it ended', options.monotonicMs());
    },
    stop: async () => {
      phase = 'stopping';
      clearTimeout(restart);
      if (isOver(child) || child.pid === undefined) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), options.graceMs);
      await gone;
      clearTimeout(late);
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
