import { type Replayed, redriveDeliveries, type Sql } from '@crier/db';
import { type Channel, type Lane, REDRIVE } from '@crier/domain';
import { channelQueue, DEAD_LETTERS, ensureJobs, type Queues } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import { type Loop, startLoop } from './loop.js';

export interface RedriveOptions {
  readonly sql: Sql;
  readonly queues: Queues;
  readonly log: Logger;
  /** How long after a death; the default is the rule's. */
  readonly afterMs?: number;
  readonly everyMs?: number;
}

const EVERY_MS = 30_000;
const CHUNK = 500;

/** The dead letters leave the display, the deliveries get their jobs. What Redis does not take, the keeper puts back. */
const putBack = async (queues: Queues, moved: readonly Replayed[]): Promise<void> => {
  if (!queues.ready()) return;
  await Promise.all(moved.map(({ id }) => queues.get(DEAD_LETTERS).remove(id)));
  const queueOf = ({ channel, lane }: Replayed) => channelQueue(channel as Channel, lane as Lane);
  for (const queue of new Set(moved.map(queueOf))) {
    const ids = moved.filter((one) => queueOf(one) === queue).map(({ id }) => id);
    await ensureJobs(queues, queue, ids);
  }
};

/**
 * Puts back by itself what died of a passing cause, an interval after its death, before it needs a person (R-8.3a). The
 * record comes first and the job after it, as with an operator's replay. Safe to run several.
 */
export const startRedrive = (options: RedriveOptions): Loop => {
  const { sql, queues, log, afterMs = REDRIVE.afterMs, everyMs = EVERY_MS } = options;
  const redrive = async (): Promise<void> => {
    for (let full = true; full; ) {
      const moved = await redriveDeliveries(sql, { afterMs, times: REDRIVE.times, limit: CHUNK });
      if (moved.length > 0) log.info({ deliveries: moved.length }, 'put back after a passing cause');
      await putBack(queues, moved);
      full = moved.length === CHUNK;
    }
  };
  return startLoop({
    everyMs,
    run: redrive,
    onError: (error) => log.warn({ err: error.message }, 'nothing could be put back; it is tried again'),
  });
};
