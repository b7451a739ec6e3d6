// @ts-check
import { admitted, become } from '../state.mjs';
import { step } from './step.mjs';

const WHO = 'an operator';

/** The record first (dead -> queued, with a name), then the job. What may have arrived is admitted as a possible second copy. */
export const operator = (
  /** @type {import('../state.mjs').State} */ s,
  /** @type {import('./step.mjs').Broken} */ broken,
) => {
  const steps = [];
  if (s.row === 'dead') {
    const ledger = s.mayHaveArrived && !broken('unadmitted-replay') ? admitted(s) : {};
    const to = { ...s, ...become('queued'), ...ledger, replaying: true, keepersTurn: true };
    steps.push(step(WHO, 'replays: dead -> queued', to, 'replay'));
  }
  if (s.replaying) {
    steps.push(
      step('the board', 'ensures the job', { ...s, replaying: false, job: s.job === 'none' ? 'waiting' : s.job }),
      step('the board', 'is killed before it has ensured the job', { ...s, replaying: false }, 'fault'),
    );
  }
  return steps;
};
