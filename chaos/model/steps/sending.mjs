// @ts-check
import { admitted, become, copied, isMine, placeOf } from '../state.mjs';
import { accept, conclude, go, lookAgain } from './step.mjs';

/**
 * @typedef {import('../state.mjs').State} State
 * @typedef {import('../state.mjs').WorkerId} WorkerId
 * @typedef {import('../state.mjs').Place} Place
 * @typedef {import('./step.mjs').Broken} Broken
 * @typedef {import('./step.mjs').Step} Step
 */

/**
 * From `sending` to the record of what came of it. What the provider does is decided when the request is written; the
 * worker stands there for as long as the call takes, its lease may run out, and it may be renewed.
 *
 * @type {Record<string, import('./step.mjs').WorkersTurn>}
 */
export const sendingSteps = {
  fence1: (s, i, broken) => call(s, i, broken, 1),
  fence2: (s, i, broken) => call(s, i, broken, 2),

  late: (s, i, broken) => [
    isMine(s, i)
      ? lookAgain(s, i, broken, 'is too late for the fence, gives the row back', become('queued'))
      : lookAgain(s, i, broken, 'is too late for the fence, looks again'),
  ],

  told: (s, i, broken) => [
    ...slowCall(s, i),
    go(s, i, 'recorded', 'records accepted', accept(s, broken), 'evidence'),
    go(s, i, 'marked', 'leaves the mark in Redis', { mark: true }),
    ...(broken('let-go')
      ? [lookAgain(s, i, broken, 'can neither record nor mark the acceptance, looks again later', {}, 'let go')]
      : []),
  ],
  marked: (s, i, broken) => [conclude(s, i, broken, 'records accepted', accept(s, broken), 'evidence')],
  recorded: (s, i, broken) => [conclude(s, i, broken, 'leaves the mark in Redis', { mark: true })],

  silence: (s, i, broken) => [
    ...slowCall(s, i),
    isMine(s, i) ? conclude(s, i, broken, 'records unknown', become('unknown', { due: false })) : notMine(s, i, broken),
  ],
  rejected: (s, i, broken) => [
    ...slowCall(s, i),
    isMine(s, i) ? conclude(s, i, broken, 'writes dead', become('dead')) : notMine(s, i, broken),
  ],

  // Proof that the first did not take it: the second is asked at once, if the row is still this pass's.
  refused: (s, i, broken) => [...slowCall(s, i), ...failOver(s, i, broken, {})],
  idless1: (s, i, broken) => [...slowCall(s, i), ...failOver(s, i, broken, admitted(s))],
  exhausted: (s, i, broken) => [...slowCall(s, i), ...endOfChain(s, i, broken, {})],
  idless2: (s, i, broken) => [...slowCall(s, i), ...endOfChain(s, i, broken, admitted(s))],
};

/**
 * Within the fence, so the request is written. Evidence that moves the row in this very moment can't be seen by a clock; the
 * copy was admitted before.
 *
 * @param {State} s
 * @param {WorkerId} i
 * @param {Broken} broken
 * @param {1 | 2} nth
 * @returns {Step[]}
 */
const call = (s, i, broken, nth) => {
  const does = SENDS[nth];
  /** @type {readonly [Place, Place, Place]} */
  const [silence, refused, idless] =
    nth === 2
      ? ['silence', 'exhausted', 'idless2']
      : [broken('failover-on-ambiguous') ? 'refused' : 'silence', 'refused', 'idless1'];
  const write = (/** @type {Place} */ place, /** @type {string} */ what, patch = {}) =>
    go(s, i, place, what, patch, 'write');
  return [
    write('told', does.accepted, copied(s)),
    write(silence, does.acceptedInSilence, copied(s)),
    write(silence, does.lost),
    write(refused, does.refused),
    write('rejected', does.rejected),
    write(idless, does.acceptedWithoutId, copied(s)),
    write(idless, does.nothingWithoutId),
    ...(nth === 2 && isMine(s, i)
      ? [lookAgain(s, i, broken, 'would have to wait for the second provider, gives the row back', become('queued'))]
      : []),
  ];
};

/** The words of the story, made once. */
const sends = (/** @type {string} */ provider) => ({
  accepted: `sends to the ${provider} provider: accepted`,
  acceptedInSilence: `sends to the ${provider} provider: accepted, and the answer is lost`,
  lost: `sends to the ${provider} provider: silence, nothing arrived`,
  refused: `sends to the ${provider} provider: refused for certain`,
  rejected: `sends to the ${provider} provider: refused for good`,
  acceptedWithoutId: `sends to the ${provider} provider: accepted, but the answer has no message id`,
  nothingWithoutId: `sends to the ${provider} provider: not accepted, though the answer says so without a message id`,
});
const SENDS = { 1: sends('first'), 2: sends('second') };

/**
 * One statement between two calls: is the row still mine? Then log the first call and lengthen the lease.
 *
 * @param {State} s
 * @param {WorkerId} i
 * @param {Broken} broken
 * @param {Partial<State>} log
 * @returns {Step[]}
 */
const failOver = (s, i, broken, log) => {
  if (!isMine(s, i))
    return [broken('unfenced-failover') ? go(s, i, 'fence2', 'turns to the second') : notMine(s, i, broken)];
  return [
    broken('unlogged-failover')
      ? go(s, i, 'fence2', 'turns to the second, to log the first call later', { lease: true })
      : go(s, i, 'fence2', 'logs the first call, turns to the second', { ...log, lease: true }),
  ];
};

/**
 * Nobody of the chain took it: another attempt later, or none is left.
 *
 * @param {State} s
 * @param {WorkerId} i
 * @param {Broken} broken
 * @param {Partial<State>} log
 * @returns {Step[]}
 */
const endOfChain = (s, i, broken, log) =>
  isMine(s, i)
    ? [
        lookAgain(s, i, broken, 'schedules a retry', { ...become('retrying', { due: false }), ...log }),
        conclude(s, i, broken, 'has no attempt left, writes dead', { ...become('dead'), ...log }),
      ]
    : [notMine(s, i, broken)];

/** @type {(s: State, i: WorkerId, broken: Broken) => Step} */
const notMine = (s, i, broken) => lookAgain(s, i, broken, 'finds that the row is not its own any more, looks again');

/** While the provider takes its time the lease may have run out; a renewal brings it back if nobody has acted on that. */
const slowCall = (/** @type {State} */ s, /** @type {WorkerId} */ i) =>
  isMine(s, i) && !s.lease ? [go(s, i, placeOf(s, i), 'renews its lease during a slow call', { lease: true })] : [];
