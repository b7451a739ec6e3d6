import { inspect } from 'node:util';
import { isForOperator } from '@crier/runtime';

/** One run of the launcher, handed to what starts things. */
export interface Run {
  /** Aborted at the first signal to stop. */
  readonly signal: AbortSignal;
  /** What has to be stopped in the end; the last one first. */
  onStop(stop: () => Promise<void>): void;
  /** A line for the person at the terminal. */
  say(line: string): void;
}

export interface LauncherPort {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  exit(code: number): unknown;
}

/** npm passes on a signal that the terminal has sent already: one Ctrl-C may arrive twice. */
const SAME_PRESS_MS = 500;

/**
 * Starts, waits for a signal, and stops everything that was started, in reverse; status 0. A start that fails stops what
 * it had started, says why (one line or a few when it is for the operator), and gives status 1. A second Ctrl-C ends at once.
 */
export const runLauncher = async (
  start: (run: Run) => Promise<void>,
  port: LauncherPort,
  monotonicMs: () => number,
) => {
  const stops: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  const say = (line: string) => void port.stdout.write(`${line}\n`);
  const complain = (error: unknown) =>
    void port.stderr.write(`${isForOperator(error) ? error.message : inspect(error)}\n`);

  let firstMs: number | undefined;
  const onSignal = () => {
    if (firstMs === undefined) {
      firstMs = monotonicMs();
      say('\nStopping what is in flight; once more to stop at once.');
      stopping.abort();
    } else if (monotonicMs() - firstMs > SAME_PRESS_MS) port.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) port.on(signal, onSignal);

  let status = 0;
  try {
    await start({ signal: stopping.signal, onStop: (stop) => stops.push(stop), say });
    if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
  } catch (error) {
    if (!stopping.signal.aborted) {
      status = 1;
      complain(error);
    }
  }
  for (const stop of stops.reverse()) {
    await stop().catch((error: unknown) => {
      status = 1;
      complain(error);
    });
  }
  if (status === 0) say('Stopped.');
  port.exit(status);
};
