import { isForOperator } from './config-error.js';

/** A started app: what it is called, where it answers, and how it drains. */
export interface RunningApp {
  readonly name: string;
  readonly url: string;
  /** How long its work in flight may take after a signal (SHUTDOWN_GRACE_MS), in ms; 25,000 if left out. */
  readonly graceMs?: number;
  close(): Promise<void>;
  /** What `close` has not stopped yet; `stopInOrder` knows. */
  open?(): readonly string[];
}

/** What `runApp` needs of the process; tests hand in their own. */
export interface ProcessPort {
  on(signal: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  readonly stderr: { write(text: string): unknown };
  exit(code: number): unknown;
}

const GRACE_MS = 25_000;
/** For closing servers and connections when the work is over. Less than the 5 s after which the launcher kills. */
const AND_CLOSE_MS = 4_000;

const inWords = (error: unknown): string => {
  if (isForOperator(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/**
 * Runs one app until SIGTERM or SIGINT (or until the launcher that holds the other end of its IPC channel is gone), then
 * drains it and exits 0; a signal that comes while the app starts drains it as soon as it has started. A drain that outlasts
 * the app's grace time by 4 s is given up: what is still open goes to stderr, status 1. A ConfigError becomes plain lines on
 * stderr and status 1; a second signal exits at once with 1, but not the launcher's end, which often follows its own signal.
 */
export const runApp = async (name: string, start: () => Promise<RunningApp>, port: ProcessPort): Promise<void> => {
  let app: RunningApp | undefined;
  let stopping = false;
  let deadline: NodeJS.Timeout | undefined;
  const say = (text: string): void =>
    void port.stderr.write(
      `${text
        .split('\n')
        .map((line) => `${name}: ${line}`)
        .join('\n')}\n`,
    );
  const exit = (code: number): void => {
    clearTimeout(deadline);
    port.exit(code);
  };
  const fail = (error: unknown): void => {
    say(inWords(error));
    exit(1);
  };
  const giveUpAfter = (ms: number): void => {
    clearTimeout(deadline);
    deadline = setTimeout(() => {
      const open =
        app === undefined ? 'it was still starting' : `still open: ${app.open?.().join(', ') || 'its parts'}`;
      say(`not stopped after ${ms} ms; ${open}`);
      exit(1);
    }, ms);
  };
  const drain = (): void => {
    giveUpAfter((app?.graceMs ?? GRACE_MS) + AND_CLOSE_MS);
    app?.close().then(() => exit(0), fail);
  };
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    drain();
  };
  // `on`, not `once`: with its listener gone the same signal again would kill the process as if there were no drain.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) port.on(signal, () => (stopping ? exit(1) : stop()));
  port.on('disconnect', stop);
  try {
    app = await start();
  } catch (error) {
    return fail(error);
  }
  if (stopping) drain();
};
