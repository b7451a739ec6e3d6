// @ts-check
/**
 * What can happen next in a state.
 *
 * @typedef {import('../state.mjs').State} State
 * @typedef {import('../state.mjs').WorkerId} WorkerId
 * @typedef {import('../state.mjs').Place} Place
 * @typedef {import('../variants.mjs').Variant} Variant
 *
 * What the properties need to know of a step:
 * begin = the row is moved to `sending` · write = a request is written to a provider · resolve = `unknown` ends by policy ·
 * evidence = an acceptance reaches the record · let go = a living worker gives up an acceptance · replay = an operator's ·
 * fault = something dies, stalls or is emptied
 * @typedef {'begin' | 'write' | 'resolve' | 'evidence' | 'let go' | 'replay' | 'fault' | undefined} Kind
 *
 * @typedef {object} Step
 * @property {string} who
 * @property {string} does
 * @property {State} to
 * @property {Kind} kind
 * @property {WorkerId} [worker]
 *
 * @typedef {(variant: Variant) => boolean} Broken whether that rule is broken in this run
 * @typedef {(s: State, i: WorkerId, broken: Broken) => Step[]} WorkersTurn
 */
import { become, stand } from '../state.mjs';

const NAMES = /** @type {const} */ ({ 1: 'worker 1', 2: 'worker 2' });

/**
 * @param {string} who
 * @param {string} does
 * @param {State} to
 * @param {Kind} [kind]
 * @returns {Step}
 */
export const step = (who, does, to, kind) => ({ who, does, to, kind });

/**
 * A worker goes on with its pass.
 *
 * @param {State} s
 * @param {WorkerId} i
 * @param {Place} place where it stands afterwards
 * @param {string} does
 * @param {Partial<State>} [patch]
 * @param {Kind} [kind]
 * @returns {Step}
 */
export const go = (s, i, place, does, patch, kind) => ({
  who: NAMES[i],
  does,
  to: Object.assign({ ...s }, patch, stand(i, place)),
  kind,
  worker: i,
});

/**
 * Ends the pass in a wait: the claim is given back, the job waits in the queue for its time, the pass's token is forgotten.
 *
 * @param {State} s
 * @param {WorkerId} i
 * @param {Broken} broken
 * @param {string} does
 * @param {Partial<State>} [patch]
 * @param {Kind} [kind]
 */
export const lookAgain = (s, i, broken, does, patch, kind) =>
  giveBack(s, i, broken, go(s, i, 'idle', does, { ...forget(s, i), ...patch }, kind));

/**
 * The pass has its result; what is left is to finish the job.
 *
 * @param {State} s
 * @param {WorkerId} i
 * @param {Broken} broken
 * @param {string} does
 * @param {Partial<State>} [patch]
 * @param {Kind} [kind]
 */
export const conclude = (s, i, broken, does, patch, kind) =>
  giveBack(s, i, broken, go(s, i, 'done', does, patch, kind));

/**
 * A worker leaves without a word: its job is handed out again, its token and its claim run out by themselves.
 *
 * @param {State} s
 * @param {WorkerId} i
 * @returns {Partial<State>}
 */
export const forget = (s, i) => ({
  owner: s.owner === i ? 'nobody' : s.owner,
  claim: s.claim === i ? 'orphan' : s.claim,
  job: s.job === i ? 'waiting' : s.job,
});

/** Evidence of acceptance wins from every state of a lower rank. @returns {Partial<State>} */
export const accept = (/** @type {State} */ s, /** @type {Broken} */ broken) =>
  s.row === 'delivered' || isDropped(s, broken) ? {} : become('accepted');

export const isDropped = (/** @type {State} */ s, /** @type {Broken} */ broken) =>
  broken('drop-evidence') && (s.row === 'dead' || s.row === 'queued');

/** @type {(s: State, i: WorkerId, broken: Broken, step: Step) => Step} */
const giveBack = (s, i, broken, step) => {
  if (s.claim === i) step.to.claim = 'none';
  else if (broken('release-foreign-claim') && s.claim !== 'none') {
    step.does += ', and deletes the claim of another';
    step.to.claim = 'none';
  }
  return step;
};
