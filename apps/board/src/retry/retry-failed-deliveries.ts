import { audit, loadDeliveries, paced, type Replayed, replayDeliveries } from '@crier/db';
import { askRedis } from '../ask-redis.js';
import { isOver } from './is-over.js';
import { isRowId } from './is-row-id.js';
import { putBack } from './put-back.js';
import { removeJobs } from './remove-jobs.js';
import type { RetryDeps } from './retry-deps.js';

export interface Retried {
  readonly retried: number;
  readonly skipped: number;
}

const CHUNK = 1_000;

const retryChunk = async (
  deps: RetryDeps,
  queue: string,
  ids: readonly string[],
  operator: string,
): Promise<{ moved: readonly Replayed[] }> => {
  const found = await loadDeliveries(deps.sql, ids);
  const ended = found.filter(({ state }) => state === 'dead' || state === 'bounced').map(({ id }) => id);
  const moved = await replayDeliveries(deps.sql, ended, operator, {
    maxReplays: deps.maxReplays,
    documentWaitMs: deps.documentWaitMs,
    categories: deps.categories(),
  });
  const onTheirWay = found.filter((delivery) => delivery.state !== 'dead' && !isOver(delivery));
  await putBack(deps, [...moved, ...onTheirWay]);
  const known = new Set(found.map(({ id }) => id));
  const replayed = new Set(moved.map(({ id }) => id));
  const over = found.filter((delivery) => isOver(delivery) && !replayed.has(delivery.id)).map(({ id }) => id);
  const done = [...over, ...ids.filter((id) => !known.has(id))];
  await askRedis(deps.queues, () => removeJobs(deps.queues.get(queue), done)).catch((error: Error) =>
    deps.log.warn({ queue, err: error.message }, 'jobs of deliveries that are over could not be removed'),
  );
  return { moved };
};

async function* retryChunks(deps: RetryDeps, queue: string, ids: readonly string[], operator: string) {
  for (let at = 0; at < ids.length; at += CHUNK) yield retryChunk(deps, queue, ids.slice(at, at + CHUNK), operator);
}

/**
 * An operator's retry of all failed jobs of a queue whose ids are deliveries', as far as they were failed when he asked: each
 * dead one is replayed once, however often it is asked for. Rejects when Redis can't list them; nothing is done then.
 */
export const retryFailedDeliveries = async (deps: RetryDeps, queue: string, operator: string): Promise<Retried> => {
  const failed = await askRedis(deps.queues, () => deps.queues.get(queue).getRanges(['failed'], 0, -1));
  let retried = 0;
  for await (const { moved } of paced(retryChunks(deps, queue, failed.filter(isRowId), operator), deps.perSecond))
    retried += moved.length;
  const result = { retried, skipped: failed.length - retried };
  await audit(deps.sql, { actor: operator, action: 'replay_all', subject: queue, detail: { ...result } });
  return result;
};
