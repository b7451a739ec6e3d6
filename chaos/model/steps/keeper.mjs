// @ts-check
import { isOpen } from '../state.mjs';
import { step } from './step.mjs';

/** Gives whatever is due and has no live job its job. It decides by the row, never by age. */
export const keeper = (
  /** @type {import('../state.mjs').State} */ s,
  /** @type {import('./step.mjs').Broken} */ broken,
) =>
  s.job === 'none' && isDue(s) && !(s.row === 'unknown' && broken('forgetful-keeper'))
    ? [step('the keeper', 'gives it a job', { ...s, job: 'waiting', keepersTurn: false })]
    : [];

const isDue = (/** @type {import('../state.mjs').State} */ s) =>
  isOpen(s) || (s.row === 'unknown' && s.due) || (s.row === 'sending' && !s.lease);
