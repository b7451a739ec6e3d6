import type { RedriveRule } from '../ops/replay-rules.js';
import { LONGEST_RETRY_AFTER_MS, type RetryPolicy, retryHorizonMs } from '../retry.js';

const DAY_MS = 86_400_000;

/**
 * How long a `sent` mark must be remembered: at least a day, and longer than anything that can bring a delivery
 * back: all its retries, each after the longest rest that a provider may ask for, as often as it is redriven; the unknown
 * outcome, the hold and the queue. A dedupe window shorter than the retry chain is how the second copy gets out.
 */
export const dedupeWindowMs = (w: {
  retry: RetryPolicy;
  redrive: RedriveRule;
  reconcileWindowMs: number;
  longestHoldMs: number;
  queueAgeLimitMs: number;
}): number => {
  const oneLifeMs = retryHorizonMs(w.retry) + (w.retry.attempts - 1) * LONGEST_RETRY_AFTER_MS + w.reconcileWindowMs;
  const redrivesMs = w.redrive.times * (w.redrive.afterMs + oneLifeMs);
  return Math.max(DAY_MS, oneLifeMs + redrivesMs + w.longestHoldMs + w.queueAgeLimitMs);
};
