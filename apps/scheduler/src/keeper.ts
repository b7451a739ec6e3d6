import { beat, listOpenDeadLetters, newlyDue, republishAll, type Sql } from '@crier/db';
import { CHANNELS, LANES, SWEEP } from '@crier/domain';
import {
  channelQueue,
  DEAD_LETTERS,
  ensureJobs,
  ensureShown,
  type Queues,
  type Redis,
  redisStaysEmptied,
  redisWasEmptied,
  roomOf,
  WINDOW,
} from '@crier/queue';
import type { Logger } from '@crier/runtime';
import { type Loop, startLoop } from '@crier/runtime';
import { type KeptQueue, keepQueue } from './keep-queue.js';

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
 * Keeps Redis a true window over Postgres: every sweep looks at everything that is due; in between, what has just become due
 * gets its job, and a queue that runs low is fed from its backlog; when Redis has been emptied all is put back at once. Safe
 * to run several: `ensureJobs` never doubles a job.
 */
export const startKeeper = ({ sql, redis, queues, sweepMs, log }: KeeperOptions): { close(): Promise<void> } => {
  /** Queues whose window was full at the last look: there may be more behind it. */
  const more = new Set<string>();
  let since: string | null = null;

  const look = async (kept: KeptQueue): Promise<void> => {
    if (await keepQueue(sql, queues, kept)) more.add(kept.queue);
    else more.delete(kept.queue);
  };
  /** Before the first look at everything, or what becomes due while it lasts would be nobody's until the next. */
  const begin = async (): Promise<void> => {
    since ??= (await newlyDue(sql, KEPT, null, WINDOW)).until;
  };
  const sweep = async (): Promise<void> => {
    if (!queues.ready()) return;
    await begin();
    for (const kept of KEPT) await look(kept);
    await ensureShown(queues, DEAD_LETTERS, await listOpenDeadLetters(sql, SHOWN_DEAD_LETTERS));
    await beat(sql, SWEEP);
  };
  const putBack = async (): Promise<void> => {
    try {
      const events = await republishAll(sql);
      // At the very first start Redis is empty too, and that is no warning.
      log[events === 0 ? 'info' : 'warn']({ events }, 'redis was empty: everything due is put back');
      await sweep();
    } catch (error) {
      await redisStaysEmptied(redis);
      throw error;
    }
  };
  const feed = async (): Promise<void> => {
    if (!queues.ready()) return;
    await begin();
    if (await redisWasEmptied(redis)) return putBack();
    const { until, due } = await newlyDue(sql, KEPT, since, WINDOW);
    for (const kept of KEPT) {
      const ids = due.filter((d) => d.channel === kept.channel && d.lane === kept.lane).map((d) => d.id);
      if (ids.length === 0 && !more.has(kept.queue)) continue;
      const room = await roomOf(queues, kept.queue);
      if (ids.length > room) more.add(kept.queue);
      else if (ids.length > 0) await ensureJobs(queues, kept.queue, ids);
      if (more.has(kept.queue) && room > WINDOW / 2) await look(kept);
    }
    since = until;
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
