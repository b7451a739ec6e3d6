import { resolveUnknown } from '@crier/domain';
import { acceptMark } from '../accept.js';
import { bury } from '../bury.js';
import type { Step } from '../pass.js';
import { findMark } from './in-flight.js';

/**
 * An unknown outcome waits for proof until its window ends; then the type's policy decides, and what was chosen, and
 * why, goes into the attempt log. A resend goes back to the first step: expiry and permission are asked again.
 */
export const unknownOutcome: Step = async (deps, pass) => {
  const { delivery, type } = pass;
  if (delivery.state !== 'unknown') return 'go on';
  const mark = await findMark(deps, delivery.id);
  if (mark) return acceptMark(deps, pass, mark);
  if ((delivery.dueInMs ?? 0) > 0) return { kind: 'wait', ms: delivery.dueInMs ?? 0 };
  const policy = type?.manifest.onUnknown ?? 'hold';
  const { to } = resolveUnknown(policy, delivery.expired);
  const why =
    to === 'expired'
      ? 'No proof came and the message has expired.'
      : `No proof came within the window; the type’s policy is ${policy}.`;
  const entry = {
    provider: null,
    status: null,
    code: 'window_over',
    message: why,
    result: to === 'queued' ? 'resend' : to === 'dead' ? 'hold' : 'expired',
  };
  const guard = { kind: 'unknown' } as const;
  if (to === 'dead') return bury(deps, pass, 'unknown_outcome', guard, entry);
  await deps.record.move({
    id: delivery.id,
    guard,
    to,
    reason: to === 'expired' ? 'expired' : null,
    dueInMs: 0,
    entry,
    resend: to === 'queued',
  });
  return to === 'expired' ? { kind: 'done' } : { kind: 'wait', ms: 1 };
};
