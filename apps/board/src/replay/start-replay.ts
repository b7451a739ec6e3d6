import { setTimeout as pause } from 'node:timers/promises';
import { beginReplayRun, finishReplayRun, REPLAY_CHUNK, type RunOf, readReplayPlan, replayChunks } from '@crier/db';
import { type ReplayTarget, replayVerdict, subjectOf } from '@crier/domain';
import { putBack } from '../retry/put-back.js';
import type { ReplayDeps } from './replay-deps.js';

/**
 * Takes chunk after chunk, no faster than is allowed, and writes down what has come of it. The record first, then the jobs:
 * whatever stops in between, the keeper gives jobs to what was written.
 */
const runToEnd = async (deps: ReplayDeps, run: RunOf, target: ReplayTarget): Promise<void> => {
  const rules = { maxReplays: deps.maxReplays, alone: target.kind === 'ids' && target.ids.length === 1 };
  const left: Record<string, number> = {};
  let replayed = 0;
  for await (const chunk of replayChunks(deps.sql, run, target)) {
    await putBack(deps, chunk.moved);
    replayed += chunk.moved.length;
    for (const facts of chunk.left) {
      const verdict = replayVerdict(facts, rules);
      left[verdict] = (left[verdict] ?? 0) + 1;
    }
    await pause((chunk.moved.length / deps.perSecond) * 1_000);
  }
  await finishReplayRun(deps.sql, { n: run.n, operator: run.operator, replayed, left });
};

/**
 * Starts a replay under the operator's name and returns the number of its run: what fits one chunk is done then, a larger
 * group goes on behind it. When this process stops, nothing is half-done: what was put back is sent, the rest is dead as before.
 */
export const startReplay = async (deps: ReplayDeps, target: ReplayTarget, operator: string): Promise<string> => {
  const { sql, maxReplays, log } = deps;
  const { planned } = await readReplayPlan(sql, target, maxReplays);
  const { n, at } = await beginReplayRun(sql, { operator, subject: subjectOf(target), planned });
  const ended = runToEnd(deps, { n, at, operator, maxReplays }, target);
  if (planned <= REPLAY_CHUNK) await ended;
  else ended.catch((error: Error) => log.error({ run: n, err: error.message }, 'a replay has stopped half-way'));
  return n;
};
