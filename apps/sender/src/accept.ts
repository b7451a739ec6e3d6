import type { Acceptance } from '@crier/db';
import type { Outcome, SentMark } from '@crier/queue';
import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';

const TRIES = 5;
const BETWEEN_MS = 200;

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Postgres may be away for a moment just now; the mark in Redis holds the evidence if it stays away. */
const record = async (deps: SenderDeps, acceptance: Acceptance): Promise<boolean> => {
  for (let left = TRIES; ; left--) {
    try {
      return await deps.record.accepted(acceptance);
    } catch (error) {
      if (left <= 1) throw error;
      await rest(BETWEEN_MS);
    }
  }
};

const observe = (deps: SenderDeps, { delivery, event }: Pass, provider: string): void => {
  const labels = { channel: delivery.channel, lane: delivery.lane, provider, result: 'accepted' };
  deps.metrics.count('crier_deliveries_total', { ...labels, type: event.type });
  deps.metrics.observe(
    'crier_end_to_end_seconds',
    labels,
    Math.max(0, (deps.clock.nowMs() - Date.parse(event.acceptedAt)) / 1000),
  );
};

/**
 * Records an acceptance in Postgres and leaves the mark in Redis, side by side: either is evidence, and the one that lasts
 * heals the other. Only then is the job done.
 */
export const acceptAnswer = async (
  deps: SenderDeps,
  pass: Pass,
  sent: SentMark & { status: number },
): Promise<Outcome> => {
  const { id } = pass.delivery;
  const [recorded, marked] = await Promise.allSettled([
    record(deps, { id, provider: sent.provider, messageId: sent.messageId, status: sent.status, evidence: 'answer' }),
    deps.claims.markSent(id, pass.token, { provider: sent.provider, messageId: sent.messageId }),
  ]);
  if (marked.status === 'rejected') deps.log.warn({ deliveryId: id }, 'the sent mark was not left');
  if (recorded.status === 'rejected') throw recorded.reason;
  if (recorded.value) observe(deps, pass, sent.provider);
  return { kind: 'done' };
};

/** Another worker's mark proves the acceptance: it died between the provider's answer and the record. */
export const acceptMark = async (deps: SenderDeps, pass: Pass, mark: SentMark): Promise<Outcome> => {
  const became = await record(deps, { id: pass.delivery.id, ...mark, status: null, evidence: 'mark' });
  if (became) observe(deps, pass, mark.provider);
  return { kind: 'done' };
};
