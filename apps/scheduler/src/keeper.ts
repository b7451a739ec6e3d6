import { listOpenDeadLetters, republishAll, type Sql } from '@crier/db';
import { CHANNELS, LANES } from '@crier/domain';
import { channelQueue, DEAD_LETTERS, ensureShown, type Queues, type Redis, redisWasEmptied } from '@crier/queue';
import type { Logger } from '@crier/runtime';
import { type KeptQueue, keepQueue, runsLow } from './keep-queue.js';
import { type Loop, startLoop } from './loop.js';

export interface KeeperOptions {
  readonly sql: Sql;
  readonly redis: Redis;
  readonly queues: Queues;
  readonly sweepMs: number;
  readonly log: Logger;
}

const FEED_MS = 250;
/** Dead letters that Bull Board shows; the record has them all. */
const SHOWN_DEAD_LETTERS = 1_000;

const KEPT: readonly KeptQueue[] = CHANNELS.flatMap((channel) =>
  LANES.map((lane) => ({ queue: channelQueue(channel, lane), channel, lane })),
);

/**
 * Keeps Redis a true window over Postgres: every sweep looks at everything that is due, a queue that runs low is fed in
 * between, and when Redis has been emptied all is put back at once. Safe to run several: `ensureJobs` never doubles a job.
 */
export const startKeeper = ({ sql, redis, queues, sweepMs, log }: KeeperOptions): { close(): Promise<void> } => {
  /** Queues whose last look filled the window: there may be more behind it. */
  const more = new Set<string>();
  const look = async (kept: KeptQueue): Promise<void> => {
    const put = await keepQueue(sql, queues, kept);
    if (put > 0) more.add(kept.queue);
    else more.delete(kept.queue);
  };
  const sweep = async (): Promise<void> => {
    for (const kept of KEPT) await look(kept);
    await ensureShown(queues, DEAD_LETTERS, await listOpenDeadLetters(sql, SHOWN_DEAD_LETTERS));
  };
  const feed = async (): Promise<void> => {
    if (!queues.ready()) return;
    if (await redisWasEmptied(redis)) {
      const events = await republishAll(sql);
      log.warn({ events }, 'redis was empty: everything due is put back');
      await sweep();
      return;
    }
    for (const kept of KEPT) if (more.has(kept.queue) && (await runsLow(queues, kept))) await look(kept);
  };
  const onError = (error: Error) => log.warn({ err: error.message }, 'the keeper could not look; it looks again');
  const loops: Loop[] = [
    startLoop({ everyMs: FEED_MS, run: feed, onError }),
    startLoop({ everyMs: sweepMs, run: sweep, onError }),
  ];
  return {
    close: async () => {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
};
