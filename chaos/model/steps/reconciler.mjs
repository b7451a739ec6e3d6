// @ts-check
import { admitted, become } from '../state.mjs';
import { accept, conclude, go, lookAgain } from './step.mjs';

/**
 * What a worker does with an outcome that nobody knows: proof first (the mark; a callback comes by itself), then the window,
 * then the type's policy. Redis may not answer: that proves nothing.
 *
 * @type {Record<string, import('./step.mjs').WorkersTurn>}
 */
export const reconcilerSteps = {
  suspect: (s, i) => lookForMark(s, i, [go(s, i, 'doom', 'finds no mark')]),

  doom: (s, i, broken) => {
    if (s.row === 'sending' && !s.lease)
      return [conclude(s, i, broken, 'records unknown', become('unknown', { due: false }))];
    return [
      broken('forget-lost-transition')
        ? conclude(s, i, broken, 'loses the race for `unknown`, and waits for the window’s end all the same')
        : lookAgain(s, i, broken, 'loses the race for `unknown`, looks again'),
    ];
  },

  await: (s, i, broken) => lookForMark(s, i, [conclude(s, i, broken, 'finds no mark; the row waits for its window')]),

  examine: (s, i) => lookForMark(s, i, [go(s, i, 'decide', 'finds no mark')]),

  decide: (s, i, broken) =>
    s.row === 'unknown' && (s.due || broken('stale-pass'))
      ? [
          lookAgain(s, i, broken, 'resends by policy', { ...become('queued'), ...admitted(s) }, 'resolve'),
          conclude(s, i, broken, 'holds by policy: dead', become('dead', { mayHaveArrived: true }), 'resolve'),
        ]
      : [lookAgain(s, i, broken, 'finds it settled or not due any more, looks again')],

  prove: (s, i, broken) => [conclude(s, i, broken, 'records accepted by the mark', accept(s, broken), 'evidence')],
};

/** @type {(s: import('../state.mjs').State, i: import('../state.mjs').WorkerId, without: import('./step.mjs').Step[]) => import('./step.mjs').Step[]} */
const lookForMark = (s, i, without) => (s.mark ? [go(s, i, 'prove', 'finds the mark'), ...without] : without);
