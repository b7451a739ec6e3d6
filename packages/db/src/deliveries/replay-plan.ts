import { isMoved, type ReplayTarget, type ReplayVerdict, replayVerdict } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { countReplayFacts, readReplayFacts } from './replay-facts.js';

/** What a replay would come to now. */
export interface ReplayPlan {
  readonly target: ReplayTarget;
  /** Deliveries by what would become of them. */
  readonly counts: Readonly<Partial<Record<ReplayVerdict, number>>>;
  /** All of them. */
  readonly planned: number;
  /** How many a replay would put back. */
  readonly moved: number;
  /** For a target that names them: each with its verdict. */
  readonly rows: readonly { id: string; verdict: ReplayVerdict }[];
}

const judged = async (sql: SqlOrTx, target: ReplayTarget, maxReplays: number) => {
  if (target.kind !== 'ids') {
    const groups = await countReplayFacts(sql, target);
    return groups.map((facts) => ({ id: '', n: facts.n, verdict: replayVerdict(facts, { maxReplays, alone: false }) }));
  }
  const alone = target.ids.length === 1;
  const found = await readReplayFacts(sql, target.ids);
  return found.map((facts) => ({ id: facts.id, n: 1, verdict: replayVerdict(facts, { maxReplays, alone }) }));
};

/** Reads what a replay of the target would come to, and changes nothing. */
export const readReplayPlan = async (sql: SqlOrTx, target: ReplayTarget, maxReplays: number): Promise<ReplayPlan> => {
  const all = await judged(sql, target, maxReplays);
  const counts: Partial<Record<ReplayVerdict, number>> = {};
  for (const { verdict, n } of all) counts[verdict] = (counts[verdict] ?? 0) + n;
  const sum = (some: typeof all) => some.reduce((total, { n }) => total + n, 0);
  return {
    target,
    counts,
    planned: sum(all),
    moved: sum(all.filter(({ verdict }) => isMoved(verdict))),
    rows: target.kind === 'ids' ? all.map(({ id, verdict }) => ({ id, verdict })) : [],
  };
};
