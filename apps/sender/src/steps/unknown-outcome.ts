import { mayStillBeProved, type OnUnknown, resolveUnknown } from '@crier/domain';
import { acceptMark } from '../accept.js';
import { bury } from '../bury.js';
import { LOOK_AGAIN, moveThen } from '../move.js';
import type { Pass, Step } from '../pass.js';
import { proofWindowMs, repeatedWithinMs } from '../proof-window.js';
import type { SenderDeps } from '../sender-deps.js';
import { isExpired } from './expired.js';
import { findMark } from './in-flight.js';

const RESULT = { queued: 'resend', dead: 'hold', expired: 'expired' } as const;

const why = (to: keyof typeof RESULT, policy: OnUnknown, used: boolean): string => {
  if (to === 'expired') return 'No proof came and the message has expired.';
  return used
    ? 'No proof came within the window, and all attempts are used up.'
    : `No proof came within the window; the type’s policy is ${policy}.`;
};

const LOOK_FOR_PROOF_MS = 2_000;

/** Whether proof may still come: callbacks were not taken for a while, and this provider says again what it said meanwhile. */
const isUnheard = async (deps: SenderDeps, { delivery }: Pass): Promise<boolean> => {
  const repeated = repeatedWithinMs(deps, delivery.provider);
  if (repeated === 0) return false;
  return mayStillBeProved({
    pastMs: -(delivery.dueInMs ?? 0),
    windowMs: proofWindowMs(deps, delivery.provider),
    listeningMs: await deps.listeningMs(),
    repeatedWithinMs: repeated,
  });
};

/**
 * An unknown outcome waits for proof until its window ends, or, where nobody could hear it, a little longer; then the type's policy decides, and what was chosen, and
 * why, goes into the attempt log. A provider that never answers gets no more copies than there are attempts. A resend goes back to the first step: expiry and permission are asked again.
 */
export const unknownOutcome: Step = async (deps, pass) => {
  const { delivery, type } = pass;
  if (delivery.state !== 'unknown') return 'go on';
  const mark = await findMark(deps, delivery);
  if (mark) return acceptMark(deps, pass, mark);
  if ((delivery.dueInMs ?? 0) > 0) return { kind: 'wait', ms: delivery.dueInMs ?? 0 };
  if (await isUnheard(deps, pass)) return { kind: 'wait', ms: LOOK_FOR_PROOF_MS };
  const policy = type?.manifest.onUnknown ?? 'hold';
  const used = delivery.attempts >= deps.retry.attempts;
  const { to } = resolveUnknown(used ? 'hold' : policy, isExpired(deps, pass));
  const entry = {
    provider: delivery.provider,
    status: null,
    code: 'window_over',
    message: why(to, policy, used),
    result: RESULT[to],
  };
  const guard = { kind: 'unknown', logSeq: delivery.logSeq } as const;
  if (to === 'dead') return bury(deps, pass, 'unknown_outcome', guard, entry);
  const reason = to === 'expired' ? 'expired' : null;
  const transition = { id: delivery.id, guard, to, reason, dueInMs: 0, entry, resend: to === 'queued' };
  return moveThen(deps, transition, to === 'expired' ? { kind: 'done' } : LOOK_AGAIN);
};
