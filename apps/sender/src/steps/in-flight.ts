import type { Outcome, SentMark } from '@crier/queue';
import { acceptMark } from '../accept.js';
import { moveThen } from '../move.js';
import type { Pass, Step } from '../pass.js';
import type { SenderDeps } from '../sender-deps.js';

/** The mark of an acceptance, if Redis can be asked and has one. No answer proves nothing. */
export const findMark = async (deps: SenderDeps, id: string): Promise<SentMark | undefined> =>
  deps.claims.findMark(id).catch(() => undefined);

const becomeUnknown = async (deps: SenderDeps, pass: Pass): Promise<Outcome> => {
  const entry = {
    provider: pass.delivery.provider,
    status: null,
    code: 'lease_expired',
    message: 'The worker died while it was sending.',
    result: 'unknown',
  };
  const dueInMs = deps.reconcileWindowMs;
  const { id } = pass.delivery;
  const transition = { id, guard: { kind: 'dead_lease' }, to: 'unknown', reason: null, dueInMs, entry } as const;
  return moveThen(deps, transition, { kind: 'wait', ms: dueInMs });
};

/**
 * Another worker's sending. Its lease lives: look again when it ends. Its lease is dead: the mark proves an
 * acceptance, or the outcome is unknown, never "retry".
 */
export const inFlight: Step = async (deps, pass) => {
  const { delivery } = pass;
  if (delivery.state !== 'sending') return 'go on';
  if (delivery.leaseLeftMs > 0) return { kind: 'wait', ms: delivery.leaseLeftMs + 10 };
  const mark = await findMark(deps, delivery.id);
  return mark ? acceptMark(deps, pass, mark) : becomeUnknown(deps, pass);
};
