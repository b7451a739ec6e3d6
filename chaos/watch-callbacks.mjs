import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 500;
/** As long as the sandbox waits for an answer to a callback: an app that is only slow takes it. */
const PATIENCE_MS = 10_000;

/**
 * Watches whether callbacks could be taken and recorded, as the app itself says of it and of PostgreSQL. The function that is
 * returned ends it, and gives the longest time that they could not, in ms.
 */
export const watchCallbacks = (url) => {
  const ended = new AbortController();
  let longestMs = 0;
  let lastReady = Date.now();
  const look = async () => {
    while (!ended.signal.aborted) {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
      longestMs = Math.max(longestMs, Date.now() - lastReady);
      if (answer?.ok) lastReady = Date.now();
      await sleep(EVERY_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  };
  const looking = look();
  return async () => {
    ended.abort();
    await looking;
    return longestMs;
  };
};
