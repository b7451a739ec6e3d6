import { isForOperator } from './config-error.js';

/** A started app: what it is called, where it answers, and how it drains. */
export interface RunningApp {
  readonly name: string;
  readonly url: string;
  close(): Promise<void>;
}

/** What `runApp` needs of the process; tests hand in their own. */
export interface ProcessPort {
  once(signal: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  readonly stderr: { write(text: string): unknown };
  exit(code: number): unknown;
}

/**
 * Runs one app until SIGTERM or SIGINT (or until the launcher that holds the other end of its IPC channel is gone), then
 * drains it and exits 0. A ConfigError becomes plain lines on stderr and status 1; a second signal exits at once with 1.
 */
export const runApp = async (name: string, start: () => Promise<RunningApp>, port: ProcessPort): Promise<void> => {
  const fail = (error: unknown): void => {
    const text = isForOperator(error)
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    port.stderr.write(
      `${text
        .split('\n')
        .map((line) => `${name}: ${line}`)
        .join('\n')}\n`,
    );
    port.exit(1);
  };
  try {
    const app = await start();
    let stopping = false;
    const stop = (): void => {
      if (stopping) return void port.exit(1);
      stopping = true;
      app.close().then(() => port.exit(0), fail);
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) port.once(signal, stop);
  } catch (error) {
    fail(error);
  }
};
