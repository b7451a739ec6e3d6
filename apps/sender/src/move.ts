import type { Transition } from '@crier/db';
import type { Outcome } from '@crier/queue';
import type { SenderDeps } from './sender-deps.js';

/** Looks at the delivery again from the first step, at once. */
export const LOOK_AGAIN: Outcome = { kind: 'wait', ms: 1 };

/** Moves a delivery and ends the pass so; if somebody else was quicker, what they made of it decides. */
export const moveThen = async (deps: SenderDeps, transition: Transition, outcome: Outcome): Promise<Outcome> =>
  (await deps.record.move(transition)) ? outcome : LOOK_AGAIN;
