/** six attempts, the wait before retry n is `floor + uniform[0, min(cap, base * 2^n))`. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
}

/** Upper bound of the jitter before retry `n` (0 for the first retry), in ms. */
export const retryWindowMs = (policy: RetryPolicy, n: number): number => Math.min(policy.capMs, policy.baseMs * 2 ** n);

/**
 * Delay in ms before retry `n`. `floorMs` is the provider's Retry-After or 0; the jitter stands above it, never beside it,
 * so that a common Retry-After does not bring everybody back in one instant. `random` is uniform in [0, 1).
 */
export const retryDelayMs = (policy: RetryPolicy, n: number, floorMs: number, random: () => number): number =>
  Math.max(0, floorMs) + Math.floor(random() * retryWindowMs(policy, n));

/** No provider is believed further: a wait that is asked for has to fit the dedupe window as often as there are retries. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;

/** The longest that a delivery can be on its way through all its retries, in ms, when no provider asks for more. */
export const retryHorizonMs = (policy: RetryPolicy): number => {
  let sum = 0;
  for (let n = 0; n < policy.attempts - 1; n++) sum += retryWindowMs(policy, n);
  return sum;
};

const SECONDS = /^\d+(\.\d+)?$/;
// The three forms of an HTTP-date (RFC 9110 5.6.7). `Date.parse` alone would find a year in "try again in 2099".
const IMF = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

const httpDateMs = (text: string): number => {
  if (IMF.test(text) || RFC_850.test(text)) return Date.parse(text);
  // It names no zone and means UTC; `Date.parse` would take this machine's.
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
};

/**
 * Reads a Retry-After header (RFC 9110 10.2.3): seconds or an HTTP-date. 0 when absent or unreadable, because NaN would
 * mean "at once, for ever". At most LONGEST_RETRY_AFTER_MS.
 */
export const parseRetryAfterMs = (value: string | undefined | null, nowMs: number): number => {
  if (!value) return 0;
  const text = value.trim();
  const ms = SECONDS.test(text) ? Number(text) * 1000 : httpDateMs(text) - nowMs;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : 0;
};
