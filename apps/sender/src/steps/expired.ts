import { LOOK_AGAIN } from '../move.js';
import type { Step } from '../pass.js';

/** Step 2, expired? What is too late never reaches a provider. */
export const expired: Step = async (deps, { delivery, event }) => {
  if (!delivery.expired) return 'go on';
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
