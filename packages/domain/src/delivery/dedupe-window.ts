import { type RetryPolicy, retryHorizonMs } from '../retry.js';

const DAY_MS = 86_400_000;

/**
 * How long a `sent` mark must be remembered: at least a day, and longer than anything that can bring a delivery
 * back. A dedupe window shorter than the retry chain is how the second copy gets out.
 */
export const dedupeWindowMs = (w: {
  retry: RetryPolicy;
  reconcileWindowMs: number;
  longestHoldMs: number;
  queueAgeLimitMs: number;
}): number => Math.max(DAY_MS, retryHorizonMs(w.retry) + w.reconcileWindowMs + w.longestHoldMs + w.queueAgeLimitMs);
