import { isMoved, type ReplayTarget, type ReplayVerdict, replayVerdict, type TypeCategories } from '@crier/domain';
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
  /** For a target that names them: each with its verdict, and what stands against its address. */
  readonly rows: readonly { id: string; verdict: ReplayVerdict; suppressionId: string | null }[];
}

interface Judged {
  readonly id: string;
  readonly n: number;
  readonly verdict: ReplayVerdict;
  readonly suppressionId: string | null;
}

const judge = async (
  sql: SqlOrTx,
  target: ReplayTarget,
  maxReplays: number,
  categories: TypeCategories,
): Promise<Judged[]> => {
  if (target.kind !== 'ids') {
    const limits = { maxReplays, alone: false };
    const groups = await countReplayFacts(sql, target, categories);
    return groups.map((facts) => ({ id: '', n: facts.n, suppressionId: null, verdict: replayVerdict(facts, limits) }));
  }
  const limits = { maxReplays, alone: target.ids.length === 1 };
  const found = await readReplayFacts(sql, target.ids, categories);
  return found.map((facts) => ({ ...facts, n: 1, verdict: replayVerdict(facts, limits) }));
};

/** Reads what a replay of the target would come to, and changes nothing. */
export const readReplayPlan = async (
  sql: SqlOrTx,
  target: ReplayTarget,
  maxReplays: number,
  categories: TypeCategories,
): Promise<ReplayPlan> => {
  const all = await judge(sql, target, maxReplays, categories);
  const counts: Partial<Record<ReplayVerdict, number>> = {};
  for (const { verdict, n } of all) counts[verdict] = (counts[verdict] ?? 0) + n;
  const sum = (some: readonly Judged[]) => some.reduce((total, { n }) => total + n, 0);
  return {
    target,
    counts,
    planned: sum(all),
    moved: sum(all.filter(({ verdict }) => isMoved(verdict))),
    rows: target.kind === 'ids' ? all.map(({ id, verdict, suppressionId }) => ({ id, verdict, suppressionId })) : [],
  };
};
