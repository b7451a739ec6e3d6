// @ts-check
import { become, isOpen } from '../state.mjs';
import { conclude, forget, go, lookAgain } from './step.mjs';

/** From the queue to `sending`: what every pass does first. @type {Record<string, import('./step.mjs').WorkersTurn>} */
export const workerSteps = {
  idle: (s, i) => (s.job === 'waiting' ? [go(s, i, 'read', 'takes the job', { job: i })] : []),

  read: (s, i, broken) => {
    switch (s.row) {
      case 'accepted':
      case 'delivered':
        return [conclude(s, i, broken, 'reads that it is over')];
      case 'dead':
        return broken('dead-job-replays')
          ? [go(s, i, 'claim', 'runs the job of a dead delivery')]
          : [conclude(s, i, broken, 'reads that it is dead')];
      case 'sending':
        return [readsAnothersSending(s, i, broken)];
      case 'unknown':
        return [go(s, i, s.due ? 'examine' : 'await', s.due ? 'reads a window that is over' : 'reads `unknown`')];
      default:
        return isOpen(s)
          ? [go(s, i, 'claim', 'reads the row: it is due')]
          : [lookAgain(s, i, broken, 'reads the row: too early, the job waits')];
    }
  },

  // A claim that another holds, or a Redis that does not answer, only means: ask Postgres.
  claim: (s, i, broken) => {
    if (broken('redis-only') && s.claim !== 'none' && !s.mark)
      return [lookAgain(s, i, broken, 'finds a claim and waits')];
    return [
      s.mark
        ? go(s, i, 'prove', 'finds the mark where it wanted to claim')
        : s.claim === 'none'
          ? go(s, i, 'begin', 'claims in Redis', { claim: i })
          : go(s, i, 'begin', 'finds a claim, asks Postgres'),
      ...(s.mark && !broken('redis-only') ? [go(s, i, 'begin', 'gets no answer from Redis, asks Postgres')] : []),
    ];
  },

  begin: (s, i, broken) => {
    if (broken('mark-first') && isOpen(s))
      return [go(s, i, 'fence1', 'records accepted before sending', become('accepted'), 'begin')];
    return mayBegin(s, broken)
      ? [go(s, i, 'fence1', 'moves the row to `sending`', { ...become('sending'), owner: i, lease: true }, 'begin')]
      : [lookAgain(s, i, broken, 'loses the race for the row, looks again')];
  },

  done: (s, i) => [go(s, i, 'idle', 'finishes the job', { ...forget(s, i), ...(s.job === i ? { job: 'none' } : {}) })],
};

/** @type {(...args: Parameters<import('./step.mjs').WorkersTurn>) => import('./step.mjs').Step} */
const readsAnothersSending = (s, i, broken) => {
  if (s.lease)
    return broken('finish-job-on-lost-race')
      ? conclude(s, i, broken, 'reads a live lease: another has it, nothing to do')
      : lookAgain(s, i, broken, 'reads a live lease, the job waits until it ends');
  return broken('blind-retry')
    ? go(s, i, 'claim', 'reads a dead lease: that worker died, so it is sent again')
    : go(s, i, 'suspect', 'reads a dead lease');
};

/** The arbiter: one statement in Postgres, which exactly one worker can win. */
const mayBegin = (/** @type {import('../state.mjs').State} */ s, /** @type {import('./step.mjs').Broken} */ broken) =>
  isOpen(s) ||
  broken('redis-only') ||
  (broken('stale-pass') && s.row === 'retrying') ||
  (broken('blind-retry') && s.row === 'sending' && !s.lease) ||
  (broken('dead-job-replays') && s.row === 'dead');
