import type { ReplayTarget, TypeCategories } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { countOpenDeadLetters } from '../ops/dead-letters.js';
import { type DeadLetterPlace, nextDeadLetters } from '../ops/read-dead-letter.js';
import { type Replayed, replayDeliveries } from './replay-deliveries.js';
import { type FoundReplay, readReplayFacts } from './replay-facts.js';

/** Deliveries of one replayed chunk; more would keep their rows locked for too long. */
export const REPLAY_CHUNK = 500;

/** A replay that has begun (`beginReplayRun`). */
export interface RunOf {
  readonly n: string;
  /** As Postgres writes it: what dies after it is not part of the run. */
  readonly at: string;
  readonly operator: string;
  readonly maxReplays: number;
  readonly documentWaitMs: number;
  /** For one delivery alone: it may arrive twice (R-8.3b). */
  readonly acceptSecondCopy: boolean;
  readonly categories: TypeCategories;
}

export interface ReplayedChunk {
  readonly moved: readonly Replayed[];
  /** What was asked for and did not move, as it is now. */
  readonly left: readonly FoundReplay[];
}

const replayChunk = async (
  sql: SqlOrTx,
  { n, operator, ...limits }: RunOf,
  ids: readonly string[],
): Promise<ReplayedChunk> => {
  const moved = await replayDeliveries(sql, ids, operator, { ...limits, run: n });
  const done = new Set(moved.map(({ id }) => id));
  const rest = ids.filter((id) => !done.has(id));
  return { moved, left: rest.length === 0 ? [] : await readReplayFacts(sql, rest, limits.categories) };
};

async function* chunksOfReason(sql: SqlOrTx, run: RunOf, reason: string): AsyncGenerator<ReplayedChunk> {
  let after: DeadLetterPlace | undefined;
  do {
    const places = await nextDeadLetters(sql, reason, { after, until: run.at, limit: REPLAY_CHUNK });
    const ids = places.map(({ id }) => id);
    if (ids.length > 0) yield await replayChunk(sql, run, ids);
    after = ids.length === REPLAY_CHUNK ? places.at(-1) : undefined;
  } while (after !== undefined);
}

/**
 * Replays the target chunk by chunk, each in one commit. Of a group only the dead letters that were open when the run
 * began are met, each once.
 */
export async function* replayChunks(sql: SqlOrTx, run: RunOf, target: ReplayTarget): AsyncGenerator<ReplayedChunk> {
  if (target.kind === 'ids') {
    const { ids } = target;
    for (let at = 0; at < ids.length; at += REPLAY_CHUNK)
      yield await replayChunk(sql, run, ids.slice(at, at + REPLAY_CHUNK));
    return;
  }
  const reasons =
    target.kind === 'reason' ? [target.reason] : (await countOpenDeadLetters(sql)).map((one) => one.reason);
  for (const reason of reasons) yield* chunksOfReason(sql, run, reason);
}
