// @ts-check
import { placeOf, WORKERS } from './state.mjs';
import { callback } from './steps/callback.mjs';
import { faults, time } from './steps/environment.mjs';
import { keeper } from './steps/keeper.mjs';
import { operator } from './steps/operator.mjs';
import { reconcilerSteps } from './steps/reconciler.mjs';
import { sendingSteps } from './steps/sending.mjs';
import { workerSteps } from './steps/worker.mjs';

/**
 * @typedef {import('./state.mjs').State} State
 * @typedef {import('./state.mjs').Place} Place
 * @typedef {import('./steps/step.mjs').Step} Step
 * @typedef {import('./steps/step.mjs').Broken} Broken
 * @typedef {import('./steps/step.mjs').WorkersTurn} WorkersTurn
 */

const WORKERS_TURN = /** @type {Record<Place, WorkersTurn>} */ ({
  ...workerSteps,
  ...sendingSteps,
  ...reconcilerSteps,
});

/**
 * Everything that can happen next, by anybody.
 *
 * @param {State} s
 * @param {Broken} broken
 * @returns {Step[]}
 */
export const nextSteps = (s, broken) => [
  ...WORKERS.flatMap((i) => WORKERS_TURN[placeOf(s, i)](s, i, broken)),
  ...time(s, broken),
  ...keeper(s, broken),
  ...operator(s, broken),
  ...callback(s, broken),
  ...faults(s),
];
