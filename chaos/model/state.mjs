// @ts-check
/**
 * Everything that can touch ONE delivery: its row in Postgres, what Redis holds about it, what has become of it at the
 * providers, and where two workers are in their passes.
 *
 * @typedef {1 | 2} WorkerId
 * @typedef {'queued' | 'retrying' | 'sending' | 'unknown' | 'accepted' | 'delivered' | 'dead'} Row
 *
 * @typedef {object} State
 * @property {Row} row
 * @property {boolean} due `retrying`: its time has come; `unknown`: its window is over
 * @property {WorkerId | 'nobody'} owner whose token is on the row; nobody = of a pass that is over
 * @property {boolean} lease the lease on the row lives
 * @property {boolean} mayHaveArrived `dead` because its outcome stayed unknown
 * @property {'none' | 'waiting' | WorkerId} job the one live job that a delivery can have, or the worker that holds it; a kept
 *   failed job counts as none
 * @property {'none' | 'orphan' | WorkerId} claim the claim in Redis; orphan = of a pass that is over
 * @property {boolean} mark the sent mark in Redis
 * @property {boolean} sent a provider has taken a copy
 * @property {number} allowance how many more copies may be out there before the record fails to explain them
 * @property {boolean} keepersTurn the job may be missing: it is the keeper who has to put it back
 * @property {boolean} replaying the board has written the replay and has not put the job back yet
 * @property {Place} w1
 * @property {Place} w2
 *
 * @typedef {keyof typeof PLACES} Place
 */

/** Where a worker can be in its pass: always just before a step, so that a kill or a long pause can come between any two. */
export const PLACES = Object.freeze({
  idle: 'has no job',
  read: 'has taken the job, is about to read the row',
  suspect: 'has read a dead lease, is about to look for the mark',
  doom: 'found no mark, is about to write `unknown`',
  await: 'has read `unknown` within its window, is about to look for the mark',
  examine: 'has read `unknown` after its window, is about to look for the mark',
  decide: 'found no mark, is about to carry out the policy',
  prove: 'found the mark, is about to record the acceptance',
  claim: 'has read a row that is due, is about to claim in Redis',
  begin: 'is about to move the row to `sending`',
  fence1: 'is about to write the request to the first provider',
  fence2: 'is about to write the request to the second provider',
  late: 'stood at a fence when too little of the lease was left, by its own clock',
  told: 'the provider accepted: neither recorded nor marked yet',
  marked: 'accepted and marked, not recorded yet',
  recorded: 'accepted and recorded, not marked yet',
  silence: 'the outcome is ambiguous, not recorded yet',
  refused: 'the first provider certainly did not take it',
  exhausted: 'the last provider certainly did not take it',
  rejected: 'refused for good',
  idless1: 'the first provider said yes and gave no message id',
  idless2: 'the last provider said yes and gave no message id',
  done: 'is about to finish the job in Redis',
});

/** Allowances above this are counted as this: that errs on the strict side, and makes the number of resends and replays unbounded. */
export const MOST_ALLOWANCE = 2;

/** @type {State} */
export const START = Object.freeze({
  row: 'queued',
  due: true,
  owner: 'nobody',
  lease: false,
  mayHaveArrived: false,
  job: 'waiting',
  claim: 'none',
  mark: false,
  sent: false,
  allowance: 1,
  keepersTurn: false,
  replaying: false,
  w1: 'idle',
  w2: 'idle',
});

/** @type {readonly WorkerId[]} */
export const WORKERS = [1, 2];

/** @returns {Place} */
export const placeOf = (/** @type {State} */ s, /** @type {WorkerId} */ i) => (i === 1 ? s.w1 : s.w2);

/** @returns {Partial<State>} */
export const stand = (/** @type {WorkerId} */ i, /** @type {Place} */ place) =>
  i === 1 ? { w1: place } : { w2: place };

/** The provider has it, whatever else is said about it. */
export const isSettled = (/** @type {State} */ s) => s.row === 'accepted' || s.row === 'delivered';

/** Nothing more happens by itself. */
export const isOver = (/** @type {State} */ s) => isSettled(s) || s.row === 'dead';

/** The row is in `sending` under the token of this worker's own pass. */
export const isMine = (/** @type {State} */ s, /** @type {WorkerId} */ i) => s.row === 'sending' && s.owner === i;

/** A worker may begin to send: from `queued`, or from `retrying` when its time has come. */
export const isOpen = (/** @type {State} */ s) => s.row === 'queued' || (s.row === 'retrying' && s.due);

/**
 * What a transition writes into the row: leaving `sending` clears token and lease.
 *
 * @param {Row} row
 * @param {{ due?: boolean, mayHaveArrived?: boolean }} [more]
 * @returns {Partial<State>}
 */
export const become = (row, { due = true, mayHaveArrived = false } = {}) => ({
  row,
  due,
  mayHaveArrived,
  owner: 'nobody',
  lease: false,
});

/** A provider takes one more copy. */
export const copied = (/** @type {State} */ s) => ({ sent: true, allowance: s.allowance - 1 });

/** The record admits that one more copy may be out there. */
export const admitted = (/** @type {State} */ s) => ({ allowance: Math.min(MOST_ALLOWANCE, s.allowance + 1) });
