import { type Channel, dedupeWindowMs, type Lane, type RetryPolicy, type Settings } from '@crier/domain';

/** How long a delivery may lie in a queue or a hold before it is somebody's problem: part of the dedupe window. */
const LONGEST_HOLD_MS = 24 * 3_600_000;
const QUEUE_AGE_LIMIT_MS = 3_600_000;

export interface SenderSettings {
  readonly channel: Channel;
  readonly lanes: readonly { readonly lane: Lane; readonly concurrency: number }[];
  readonly retry: RetryPolicy;
  readonly leaseMs: number;
  readonly reconcileWindowMs: number;
  readonly probeMs: number;
  readonly documentWaitMs: number;
  readonly graceMs: number;
  /** How long a sent mark is remembered. */
  readonly dedupeMs: number;
}

/** The sender's part of the environment, resolved. */
export const senderSettings = (s: Settings, channel: Channel = s.SENDER_CHANNEL): SenderSettings => {
  const concurrency: Record<Lane, number> = {
    critical: s.SENDER_CONCURRENCY_CRITICAL,
    transactional: s.SENDER_CONCURRENCY_TRANSACTIONAL,
    bulk: s.SENDER_CONCURRENCY_BULK,
  };
  const retry = { attempts: s.RETRY_ATTEMPTS, baseMs: s.RETRY_BASE_MS, capMs: s.RETRY_CAP_MS };
  return {
    channel,
    lanes: s.SENDER_LANES.map((lane) => ({ lane, concurrency: concurrency[lane] })),
    retry,
    leaseMs: s.CLAIM_LEASE_MS,
    reconcileWindowMs: s.RECONCILE_WINDOW_MS,
    probeMs: s.PROVIDER_PROBE_MS,
    documentWaitMs: s.DOCUMENT_WAIT_MS,
    graceMs: s.SHUTDOWN_GRACE_MS,
    dedupeMs: dedupeWindowMs({
      retry,
      redrive: { times: s.REDRIVE_TIMES, afterMs: s.REDRIVE_AFTER_MS },
      reconcileWindowMs: s.RECONCILE_WINDOW_MS,
      longestHoldMs: LONGEST_HOLD_MS,
      queueAgeLimitMs: QUEUE_AGE_LIMIT_MS,
    }),
  };
};
