import type { AttemptEntry } from '@crier/db';
import type { SuppressReason } from '@crier/domain';
import type { Outcome } from '@crier/queue';
import { LOOK_AGAIN } from './move.js';
import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';

/** Ends a delivery that must not go out, with the reason, and in the log what the decision rests on. */
export const suppress = async (
  deps: SenderDeps,
  { delivery }: Pass,
  reason: SuppressReason,
  entry: AttemptEntry | null,
): Promise<Outcome> => {
  const guard = { kind: 'open', logSeq: delivery.logSeq } as const;
  const moved = await deps.record.move({ id: delivery.id, guard, to: 'suppressed', reason, dueInMs: 0, entry });
  if (!moved) return LOOK_AGAIN;
  deps.metrics.count('crier_suppressed_total', { reason });
  return { kind: 'done' };
};
