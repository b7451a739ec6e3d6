import type { AttemptEntry, Guard } from '@crier/db';
import { DEAD_REASONS, type DeadReason } from '@crier/domain';
import type { Outcome } from '@crier/queue';
import { LOOK_AGAIN, move } from './move.js';
import type { Pass } from './pass.js';
import type { SenderDeps } from './sender-deps.js';

/** Ends a delivery as `dead`: the record and its dead letter in one commit, then the job under Failed with the reason in plain words. */
export const bury = async (
  deps: SenderDeps,
  pass: Pass,
  reason: DeadReason,
  guard: Guard,
  entry: AttemptEntry | null,
  { resend = false } = {},
): Promise<Outcome> => {
  const { id, channel } = pass.delivery;
  const moved = await move(deps, { id, guard, to: 'dead', reason, dueInMs: 0, entry, resend });
  if (!moved) return LOOK_AGAIN;
  const labels = { channel, provider: entry?.provider ?? '', type: pass.event.type, error_code: entry?.code ?? reason };
  deps.metrics.count('crier_delivery_failures_total', labels);
  await deps
    .showDeadLetter(id)
    .catch((error: Error) => deps.log.warn({ deliveryId: id, err: error.message }, 'dead letter left to the keeper'));
  return { kind: 'fail', text: deadText(reason) };
};

/** What Bull Board shows beside a job whose delivery is dead. */
export const deadText = (reason: string | null): string => {
  const known = reason !== null && reason in DEAD_REASONS ? DEAD_REASONS[reason as DeadReason] : undefined;
  return known ? `${reason}: ${known.plain} ${known.remedy}` : (reason ?? 'dead');
};
