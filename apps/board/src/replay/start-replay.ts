import { beginReplay, REPLAY_CHUNK } from '@crier/db';
import type { ReplayTarget } from '@crier/domain';
import { putBack } from '../retry/put-back.js';
import type { RetryDeps } from '../retry/retry-deps.js';

/**
 * Starts a replay under the operator's name and returns the number of its run: what fits one chunk is done then, a larger
 * group goes on behind it. When this process stops, nothing is half-done: what was put back is sent, the rest is dead as before.
 */
export const startReplay = async (
  deps: RetryDeps,
  order: { target: ReplayTarget; operator: string; acceptSecondCopy: boolean },
): Promise<string> => {
  const { maxReplays, documentWaitMs, perSecond, categories, log } = deps;
  const limits = { maxReplays, documentWaitMs, perSecond, categories: categories() };
  const { n, planned, toEnd } = await beginReplay(deps.sql, { ...order, ...limits });
  const ended = toEnd((moved) => putBack(deps, moved));
  if (planned <= REPLAY_CHUNK) await ended;
  else ended.catch((error: Error) => log.error({ run: n, err: error.message }, 'a replay has stopped half-way'));
  return n;
};
