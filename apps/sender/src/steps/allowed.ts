import { LOOK_AGAIN } from '../move.js';
import type { Step } from '../pass.js';

/** Step 3, allowed now? A person erased after routing has no address any more: nothing is sent to them. */
export const allowed: Step = async (deps, { delivery }) => {
  if (delivery.address !== null) return 'go on';
  const moved = await deps.record.move({
    id: delivery.id,
    guard: { kind: 'open', logSeq: delivery.logSeq },
    to: 'suppressed',
    reason: 'cancelled',
    dueInMs: 0,
    entry: null,
  });
  if (!moved) return LOOK_AGAIN;
  deps.metrics.count('crier_suppressed_total', { reason: 'cancelled' });
  return { kind: 'done' };
};
