import {
  audit,
  type FoundReplay,
  type LoadedDelivery,
  loadDeliveries,
  readReplayFacts,
  replayDeliveries,
} from '@crier/db';
import type { DeliveryState } from '@crier/domain';
import { byQueue, DEAD_LETTERS } from '@crier/queue';
import { askRedis } from '../ask-redis.js';
import { Refusal } from '../http/refusal.js';
import { isOver } from './is-over.js';
import { putBack } from './put-back.js';
import { removeJobs } from './remove-jobs.js';
import type { RetryDeps } from './retry-deps.js';

const OVER: Partial<Record<DeliveryState, string>> = {
  accepted: 'The provider has accepted this message.',
  delivered: 'This message has been delivered.',
  bounced: 'The provider took this message, and it bounced.',
  expired: 'This message expired before it could be sent.',
  suppressed: 'It was decided not to send this message.',
};

/** A job whose delivery is over has nothing left to do: it goes, so that nobody tries again. */
const clear = async (deps: RetryDeps, queue: string, delivery: LoadedDelivery): Promise<void> => {
  const names = new Set([queue, DEAD_LETTERS, ...byQueue([delivery]).keys()]);
  await askRedis(deps.queues, async () => {
    for (const name of names) await removeJobs(deps.queues.get(name), [delivery.id]);
  }).catch((error: Error) =>
    deps.log.warn({ deliveryId: delivery.id, err: error.message }, 'its job could not be removed'),
  );
};

/** It may not be replayed from here or any more, or it was replayed a moment ago and has died again. */
const stillDead = (facts: FoundReplay, maxReplays: number): Refusal => {
  if (facts.replays >= maxReplays)
    return new Refusal(
      409,
      'Replayed often enough',
      `Nothing was sent: ${maxReplays} replays are allowed. Find what kills it first.`,
    );
  // Bull Board's button has no room for the warning (R-8.3b).
  if (facts.reason === 'unknown_outcome')
    return new Refusal(
      409,
      'It may already have arrived',
      `Nothing was sent: a replay may be a second copy. Look first, then replay it at /dead-letters/${facts.id}`,
    );
  if (facts.suppressed || facts.optedOut)
    return new Refusal(
      409,
      'It would not be sent',
      `Nothing was sent: its address stands on the suppression list, or the person has opted out. See /dead-letters/${facts.id}`,
    );
  return new Refusal(409, 'Dead again', 'It was replayed a moment ago and has died again. See the new reason first.');
};

/**
 * An operator's retry of one job whose id is a delivery's: the record goes from dead to queued under the operator's
 * name, then the job is put back. Only one that is dead, or bounced with an open dead letter, moves, so pressing twice, or in two queues, sends once. For any other
 * nothing is sent, and that is audited: on its way already is what the operator wants, over is a Refusal that says so.
 */
export const retryDelivery = async (deps: RetryDeps, queue: string, id: string, operator: string): Promise<void> => {
  const moved = await replayDeliveries(deps.sql, [id], operator, {
    maxReplays: deps.maxReplays,
    documentWaitMs: deps.documentWaitMs,
    categories: deps.categories(),
  });
  if (moved.length > 0) return putBack(deps, moved);

  const [[delivery], [facts]] = await Promise.all([
    loadDeliveries(deps.sql, [id]),
    readReplayFacts(deps.sql, [id], deps.categories()),
  ]);
  const state = delivery?.state ?? 'absent';
  await audit(deps.sql, { actor: operator, action: 'replay_refused', subject: id, detail: { state } });
  if (delivery === undefined)
    throw new Refusal(
      404,
      'No such delivery',
      'Nothing was sent: there is no record of it, or retention has dropped it.',
    );
  if (facts?.replayable) throw stillDead(facts, deps.maxReplays);
  if (!isOver(delivery)) return putBack(deps, [delivery]);
  await clear(deps, queue, delivery);
  throw new Refusal(
    409,
    `Nothing was sent: ${state}`,
    `${OVER[delivery.state] ?? ''} Its job is removed from the queue.`.trim(),
  );
};
