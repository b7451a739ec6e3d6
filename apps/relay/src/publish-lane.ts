import { type ClaimedRows, claimOutbox, confirmPublished, MOST_AT_ONCE, type Sql } from '@crier/db';
import type { Lane } from '@crier/domain';
import { addJobs, ensureJobs, type Queues, routerQueue } from '@crier/queue';
import type { WakeUp } from './wake-up.js';

export interface LaneOptions {
  readonly lane: Lane;
  readonly sql: Sql;
  readonly queues: Queues;
  readonly wakeUp: WakeUp;
  readonly onError: (error: Error) => void;
}

const BATCH = MOST_AT_ONCE;
const NONE: ClaimedRows = { fresh: [], again: [] };
/** A relay that dies with a batch in hand delays it by this. */
const LEASE_MS = 10_000;
/** Published and not routed by then: published again. */
const AGAIN_MS = 60_000;
/** Confirmations gather this long: most rows are routed, and gone, before they need one. */
const CONFIRM_EVERY_MS = 2_000;
/** The net under LISTEN; three lanes make three idle queries a second. */
const POLL_MS = 1_000;
const AFTER_FAILURE_MS = 1_000;

/**
 * Publishes one lane's outbox rows until stopped: claim (committed) -> ensureJobs -> confirm, with no lock held across the
 * call to Redis. A full batch means more behind it: the next is claimed while this one is published. While Redis is
 * away nothing is claimed and nothing spins. The returned function stops it and resolves when the batch in hand is done.
 */
export const publishLane = ({ lane, sql, queues, wakeUp, onError }: LaneOptions): (() => Promise<void>) => {
  let stopped = false;
  const claim = (): Promise<ClaimedRows> =>
    !stopped && queues.ready() ? claimOutbox(sql, lane, BATCH, LEASE_MS) : Promise.resolve(NONE);
  // Only what was published before may have a job, which has to be looked at; a job that a lost claim left is never doubled.
  const publish = ({ fresh, again }: ClaimedRows) =>
    Promise.all([addJobs(queues, routerQueue(lane), fresh), ensureJobs(queues, routerQueue(lane), again)]);

  let published: string[] = [];
  const confirm = async (): Promise<void> => {
    const ids = published;
    published = [];
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE)
      await confirmPublished(sql, ids.slice(at, at + MOST_AT_ONCE), AGAIN_MS);
  };
  // Rows that stay unconfirmed are published again, which their job ids absorb.
  const confirming = setInterval(() => void confirm().catch(onError), CONFIRM_EVERY_MS);

  const run = async (): Promise<void> => {
    let next = claim();
    while (true) {
      const claimed = await next;
      const ids = [...claimed.fresh, ...claimed.again];
      if (ids.length === 0) {
        if (stopped) return;
        await wakeUp.rest(POLL_MS);
        next = claim();
        continue;
      }
      next = ids.length < BATCH ? Promise.resolve(NONE) : claim();
      next.catch(() => {}); // looked at in the next round, whatever happens in this one
      await publish(claimed);
      published.push(...ids);
    }
  };

  const forever = async (): Promise<void> => {
    while (!stopped) {
      try {
        await run();
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        if (!stopped) await wakeUp.rest(AFTER_FAILURE_MS);
      }
    }
  };
  const ended = forever();
  return async () => {
    stopped = true;
    wakeUp.wake();
    await ended;
    clearInterval(confirming);
    await confirm().catch(onError);
  };
};
