/** What the app that takes the providers' callbacks is known by while it can record them. */
export const LISTENING = { name: 'callbacks', everyMs: 2_000, gapMs: 6_000 } as const;

/**
 * Whether an unknown outcome may still be proved although its window is over: nobody listened in it, and what was said
 * meanwhile may be said again. `pastMs`: since the window's end. `listeningMs`: how long callbacks have been taken without a
 * gap; 0 = they are not, undefined = they never were, and nobody waits for them. `repeatedWithinMs`: the provider's
 * `callbacksRepeatedWithinMs`. At most one more window is granted.
 */
export const mayStillBeProved = ({
  pastMs,
  windowMs,
  listeningMs,
  repeatedWithinMs,
}: {
  readonly pastMs: number;
  readonly windowMs: number;
  readonly listeningMs: number | undefined;
  readonly repeatedWithinMs: number;
}): boolean => listeningMs !== undefined && pastMs < windowMs && listeningMs < Math.min(windowMs, repeatedWithinMs);
