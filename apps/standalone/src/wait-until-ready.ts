import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@crier/runtime';
import type { Place } from './places.js';

const PAUSE_MS = 25;
const PATIENCE_MS = 60_000;
/** One look. */
const LOOK_MS = 2_000;

/** What keeps an app from being ready; empty when it is. */
const problemsOf = async (url: string): Promise<readonly string[]> => {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(LOOK_MS) });
    if (response.ok) return [];
    const { problems } = (await response.json()) as { problems: string[] };
    return problems;
  } catch {
    return [`does not answer at ${url}/readyz`];
  }
};

/** Waits until every app says it is ready. Throws ConfigError naming those that are not after a minute. */
export const waitUntilReady = async (places: readonly Place[], signal: AbortSignal): Promise<void> => {
  const late = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const wait = async ({ name, url }: Place): Promise<string[]> => {
    for (;;) {
      const problems = await problemsOf(url);
      if (problems.length === 0) return [];
      signal.throwIfAborted();
      if (late.aborted) return problems.map((problem) => `${name}: ${problem}`);
      await sleep(PAUSE_MS);
    }
  };
  const unready = (await Promise.all(places.map(wait))).flat();
  if (unready.length > 0) throw new ConfigError(unready.join('\n'));
};
