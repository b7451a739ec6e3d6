import type { Acceptance } from '@crier/db';
import type { Outcome, SentMark } from '@crier/queue';
import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';

const TRIES_WITH_A_MARK = 5;
const BETWEEN_MS = 200;

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Records until it is recorded. Postgres may be away for a moment just now; once the mark is left, that is evidence enough
 * to let go. Without it this worker is the only one that knows, and does not give up while it lives.
 */
const record = async (deps: SenderDeps, acceptance: Acceptance, marked: () => boolean): Promise<boolean> => {
  for (let tries = 1; ; tries++) {
    try {
      return await deps.record.accepted(acceptance);
    } catch (error) {
      if (marked() && tries >= TRIES_WITH_A_MARK) throw error;
      await rest(BETWEEN_MS);
    }
  }
};

const observe = (deps: SenderDeps, { delivery, event, rendered, sms }: Pass, provider: string): void => {
  const labels = { channel: delivery.channel, lane: delivery.lane, provider, result: 'accepted' };
  deps.metrics.count('crier_deliveries_total', { ...labels, type: event.type });
  if (sms !== undefined)
    deps.metrics.count(
      'crier_sms_segments_total',
      { type: event.type, locale: rendered?.locale ?? '', encoding: sms.encoding },
      sms.segments,
    );
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
  const { provider, messageId, status } = sent;
  let marked = false;
  const marking = deps.claims.markSent(id, pass.token, { provider, messageId }).then(
    () => {
      marked = true;
    },
    () => deps.log.warn({ deliveryId: id }, 'the sent mark was not left'),
  );
  const became = await record(deps, { id, provider, messageId, status, evidence: 'answer' }, () => marked);
  await marking;
  if (became) observe(deps, pass, provider);
  return { kind: 'done' };
};

/** Another worker's mark proves the acceptance: it died between the provider's answer and the record. */
export const acceptMark = async (deps: SenderDeps, pass: Pass, mark: SentMark): Promise<Outcome> => {
  const became = await record(deps, { id: pass.delivery.id, ...mark, status: null, evidence: 'mark' }, () => true);
  if (became) observe(deps, pass, mark.provider);
  return { kind: 'done' };
};
