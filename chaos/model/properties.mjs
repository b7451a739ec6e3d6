// @ts-check
import { isMine, isOpen, isOver, isSettled } from './state.mjs';

/**
 * @typedef {import('./state.mjs').State} State
 * @typedef {import('./steps/step.mjs').Step} Step
 */

/** The properties, as the sentence that is said when one is broken. */
export const SAYS = Object.freeze({
  'more-copies': 'there are more copies at the providers than the record explains',
  'never-sent': 'the record says accepted, and nothing was ever sent',
  'nobody-looks': 'nobody will look at it until the keeper happens by, though Redis kept its jobs',
  'said-less': 'we were told that it was accepted, and the record says less',
  'out-of-turn': 'a request is written by a pass whose turn it is not',
  'too-early': 'an attempt begins, or an unknown outcome is decided, before its time',
  revived: 'something other than an operator or evidence revives what is dead',
  'foreign-claim': 'the claim of another is given back',
  'given-up': 'a living worker gives up the acceptance that it was told',
  'no-end': 'no end can be reached any more by our own doing',
});

/** @typedef {keyof typeof SAYS} Property */

const bothIdle = (/** @type {State} */ s) => s.w1 === 'idle' && s.w2 === 'idle';

/** Seen in a state. @type {readonly (readonly [Property, (s: State) => boolean])[]} */
export const IN_A_STATE = [
  ['more-copies', (s) => s.allowance < 0],
  ['never-sent', (s) => isSettled(s) && !s.sent && bothIdle(s)],
  // `unknown` and long waits have no job by design: they are rows until they are due.
  ['nobody-looks', (s) => !s.keepersTurn && s.job === 'none' && ['queued', 'retrying', 'sending'].includes(s.row)],
];

/** Seen in a step. @type {readonly (readonly [Property, (s: State, step: Step) => boolean])[]} */
export const IN_A_STEP = [
  [
    'said-less',
    (s, { kind, to }) =>
      (kind === 'evidence' && !isSettled(to)) ||
      (isSettled(s) && !isSettled(to)) ||
      (s.row === 'delivered' && to.row !== 'delivered'),
  ],
  // Evidence may move the row between the last question and the write: that copy was admitted when its attempt began.
  [
    'out-of-turn',
    (s, { kind, worker }) =>
      kind === 'write' && worker !== undefined && !isSettled(s) && !(isMine(s, worker) && s.lease),
  ],
  [
    'too-early',
    (s, { kind }) => (kind === 'begin' && s.row === 'retrying' && !isOpen(s)) || (kind === 'resolve' && !s.due),
  ],
  ['revived', (s, { kind, to }) => s.row === 'dead' && to.row !== 'dead' && kind !== 'replay' && kind !== 'evidence'],
  [
    'foreign-claim',
    (s, { worker, to }) =>
      worker !== undefined && s.claim !== to.claim && (s.claim === 1 || s.claim === 2) && s.claim !== worker,
  ],
  ['given-up', (_s, { kind }) => kind === 'let go'],
];

/** Nothing is left to do: accepted, delivered or dead, and nobody at work on it. */
export const isEnd = (/** @type {State} */ s) => isOver(s) && bothIdle(s);
