import { LOOK_AGAIN } from '../move.js';
import type { Pass, Step } from '../pass.js';
import type { SenderDeps } from '../sender-deps.js';

/** Whether it has become too late, also since it was read. */
export const isExpired = (deps: SenderDeps, { delivery, readAt }: Pass): boolean =>
  delivery.expiresInMs !== null && delivery.expiresInMs <= deps.clock.monotonicMs() - readAt;

/** Step 2, expired? What is too late never reaches a provider. */
export const expired: Step = async (deps, pass) => {
  if (!isExpired(deps, pass)) return 'go on';
  const { delivery, event } = pass;
  const moved = await deps.record.move({
    id: delivery.id,
    guard: { kind: 'open', logSeq: delivery.logSeq },
    to: 'expired',
    reason: 'expired',
    dueInMs: 0,
    entry: null,
  });
  if (!moved) return LOOK_AGAIN;
  deps.metrics.count('crier_expired_total', { channel: delivery.channel, lane: delivery.lane, type: event.type });
  return { kind: 'done' };
};
