import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

const PAUSE_MS = 20;

export interface UntilOptions {
  /** What is waited for, as it reads after "Waited 10000 ms for". */
  what: string;
  timeoutMs?: number;
}

/**
 * Asks `check` every 20 ms until it answers with something truthy, and returns that. Throws after `timeoutMs` (10 s), saying
 * `what` was waited for and the last answer. An error of `check` ends the wait at once.
 */
export async function until<T>(
  check: () => Promise<T | undefined | false>,
  { what, timeoutMs = 10_000 }: UntilOptions,
): Promise<T> {
  // a timer of the system: a test may have replaced the clock
  const deadline = AbortSignal.timeout(timeoutMs);
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (deadline.aborted)
      throw new Error(`Waited ${timeoutMs} ms for ${what}; the last answer was ${inspect(answer)}.`);
    await sleep(PAUSE_MS);
  }
}
