import { type ReplayTarget, type ReplayVerdict, replayVerdict, subjectOf, type TypeCategories } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { beginReplayRun, finishReplayRun } from '../ops/replay-runs.js';
import { replayChunks } from './replay-chunks.js';
import type { Replayed } from './replay-deliveries.js';
import { paced } from './replay-pace.js';
import { readReplayPlan } from './replay-plan.js';

/** What an operator wants to be replayed. */
export interface ReplayOrder {
  readonly target: ReplayTarget;
  readonly operator: string;
  readonly maxReplays: number;
  /** Longest that what is put back waits for a document that is made anew, in ms. */
  readonly documentWaitMs: number;
  /** Deliveries that are put back in a second. */
  readonly perSecond: number;
  /** The operator has looked, and a second copy is acceptable. Counts for a target of one delivery only (R-8.3b). */
  readonly acceptSecondCopy: boolean;
  /** What people may opt out of, and what nobody can. */
  readonly categories: TypeCategories;
}

/** What has come of a replay. */
export interface ReplayEnd {
  readonly replayed: number;
  /** What was left out, by verdict. */
  readonly left: Readonly<Partial<Record<ReplayVerdict, number>>>;
}

export interface BegunReplay {
  /** The number of its run (`readReplayRun`). */
  readonly n: string;
  /** Deliveries that it looks at. */
  readonly planned: number;
  /**
   * Takes chunk after chunk and writes down what has come of it. The record comes first and the jobs after it, in `onMoved`:
   * whatever stops in between, the keeper gives jobs to what was written, and the rest is dead as before.
   */
  readonly toEnd: (onMoved?: (moved: readonly Replayed[]) => Promise<void>) => Promise<ReplayEnd>;
}

/** Writes down that a replay begins under the operator's name; the board and the command line replay by this alone. */
export const beginReplay = async (sql: SqlOrTx, order: ReplayOrder): Promise<BegunReplay> => {
  const { target, operator, maxReplays, documentWaitMs, perSecond, categories } = order;
  const acceptSecondCopy = order.acceptSecondCopy && target.kind === 'ids' && target.ids.length === 1;
  const { planned } = await readReplayPlan(sql, target, maxReplays, categories);
  const { n, at } = await beginReplayRun(sql, { operator, subject: subjectOf(target), planned });
  const run = { n, at, operator, maxReplays, documentWaitMs, acceptSecondCopy, categories };
  return {
    n,
    planned,
    toEnd: async (onMoved = async () => {}) => {
      const left: Partial<Record<ReplayVerdict, number>> = {};
      let replayed = 0;
      for await (const chunk of paced(replayChunks(sql, run, target), perSecond)) {
        await onMoved(chunk.moved);
        replayed += chunk.moved.length;
        for (const facts of chunk.left) {
          const verdict = replayVerdict(facts, { maxReplays, alone: acceptSecondCopy });
          left[verdict] = (left[verdict] ?? 0) + 1;
        }
      }
      await finishReplayRun(sql, { n, operator, replayed, left });
      return { replayed, left };
    },
  };
};
