/** What the app that takes the providers' callbacks is known by while it can record them. */
export const LISTENING = { name: 'callbacks', everyMs: 2_000, gapMs: 6_000 } as const;

/**
 * By then a provider has repeated what nobody took. SNS does so three times, 20 s apart, unless the topic's delivery policy says more
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html): docs/callbacks.md asks for that.
 */
const REPEATED_WITHIN_MS = 60_000;

/**
 * Whether an unknown outcome may still be proved although its window is over: nobody listened in it, and what was said
 * meanwhile is being said again. `pastMs`: since the window's end. `listeningMs`: how long callbacks have been taken without a
 * gap; 0 = they are not, undefined = they never were, and nobody waits for them. At most one more window is granted.
 */
export const mayStillBeProved = ({
  pastMs,
  windowMs,
  listeningMs,
}: {
  readonly pastMs: number;
  readonly windowMs: number;
  readonly listeningMs: number | undefined;
}): boolean => listeningMs !== undefined && pastMs < windowMs && listeningMs < Math.min(windowMs, REPEATED_WITHIN_MS);
