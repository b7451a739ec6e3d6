import type { Transition } from '@crier/db';
import type { Outcome } from '@crier/queue';
import { persist } from './persist.js';
import type { SenderDeps } from './sender-deps.js';

/** Looks at the delivery again from the first step, at once. */
export const LOOK_AGAIN: Outcome = { kind: 'wait', ms: 1 };

/**
 * Moves a delivery, with patience while Postgres is away: what a provider proved is known to this worker only, and given up it
 * would be an unknown outcome. False: somebody else was quicker, or it was done by a statement whose answer was lost.
 */
export const move = (deps: SenderDeps, transition: Transition): Promise<boolean> => {
  const began = deps.clock.monotonicMs();
  return persist(
    () => deps.record.move(transition),
    () => deps.clock.monotonicMs() - began < deps.leaseMs,
  );
};

/** Moves a delivery and ends the pass so; if somebody else was quicker, what they made of it decides. */
export const moveThen = async (deps: SenderDeps, transition: Transition, outcome: Outcome): Promise<Outcome> =>
  (await move(deps, transition)) ? outcome : LOOK_AGAIN;
