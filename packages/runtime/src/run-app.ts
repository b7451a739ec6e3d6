import { isForOperator } from './config-error.js';

/** A started app: what it is called, where it answers, and how it drains. */
export interface RunningApp {
  readonly name: string;
  readonly url: string;
  close(): Promise<void>;
}

/** What `runApp` needs of the process; tests hand in their own. */
export interface ProcessPort {
  on(signal: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  readonly stderr: { write(text: string): unknown };
  exit(code: number): unknown;
}

/**
 * Runs one app until SIGTERM or SIGINT (or until the launcher that holds the other end of its IPC channel is gone), then
 * drains it and exits 0; a signal that comes while the app starts drains it as soon as it has started. A ConfigError becomes
 * plain lines on stderr and status 1; a second signal exits at once with 1, but not the launcher's end, which often follows
 * its own signal.
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
  let app: RunningApp | undefined;
  let stopping = false;
  const drain = (): void => void app?.close().then(() => port.exit(0), fail);
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    drain();
  };
  // `on`, not `once`: with its listener gone the same signal again would kill the process as if there were no drain.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) port.on(signal, () => (stopping ? port.exit(1) : stop()));
  port.on('disconnect', stop);
  try {
    app = await start();
  } catch (error) {
    return fail(error);
  }
  if (stopping) drain();
};
