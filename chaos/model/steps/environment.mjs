// @ts-check
import { placeOf, stand, WORKERS } from '../state.mjs';
import { forget, step } from './step.mjs';

/**
 * @typedef {import('../state.mjs').State} State
 * @typedef {import('./step.mjs').Broken} Broken
 */

const TIME = 'time:';
const FAULT = 'fault:';

/** Time, at its worst: a lease, a claim, a wait or a window ends whenever it hurts. */
export const time = (/** @type {State} */ s, /** @type {Broken} */ broken) => {
  const steps = [];
  if (s.lease) {
    const late = broken('redis-only') ? {} : tooLate(s, s.owner, broken);
    steps.push(step(TIME, 'the lease in Postgres runs out', { ...s, ...late, lease: false }));
  }
  if (s.claim !== 'none') {
    const late = broken('redis-only') ? tooLate(s, s.claim, broken) : {};
    steps.push(step(TIME, 'the claim in Redis runs out', { ...s, ...late, claim: 'none' }));
  }
  if (s.row === 'retrying' && !s.due) steps.push(step(TIME, 'the retry is due', { ...s, due: true }));
  if (s.row === 'unknown' && !s.due) steps.push(step(TIME, 'the window ends', { ...s, due: true, keepersTurn: true }));
  return steps;
};

/** A worker's own clock, started before its lease was, tells it that the lease ends. @returns {Partial<State>} */
const tooLate = (/** @type {State} */ s, /** @type {State['owner' | 'claim']} */ who, /** @type {Broken} */ broken) => {
  if (who !== 1 && who !== 2) return {};
  const place = placeOf(s, who);
  const heeds = place === 'fence1' || (place === 'fence2' && !broken('unfenced-failover'));
  return heeds ? stand(who, 'late') : {};
};

/** Whatever can die, stall or be lost does so, any number of times, between any two steps. */
export const faults = (/** @type {State} */ s) => {
  const steps = [];
  for (const i of WORKERS) {
    if (placeOf(s, i) === 'idle') continue;
    const dead = { ...s, ...forget(s, i), ...stand(i, 'idle') };
    steps.push(step(FAULT, KILLED[i], /** @type {State} */ (dead), 'fault'));
    if (s.job === i) steps.push(step(FAULT, STALLED[i], { ...s, job: 'waiting' }, 'fault'));
  }
  if (s.job !== 'none' || s.claim !== 'none' || s.mark) {
    const emptied = { job: 'none', claim: 'none', mark: false, keepersTurn: true };
    steps.push(step(FAULT, 'Redis is emptied', /** @type {State} */ ({ ...s, ...emptied }), 'fault'));
  }
  return steps;
};

const KILLED = {
  1: 'worker 1 is killed, its job is handed out again',
  2: 'worker 2 is killed, its job is handed out again',
};
const STALLED = {
  1: 'worker 1 stalls, its job is handed out again while it goes on',
  2: 'worker 2 stalls, its job is handed out again while it goes on',
};
