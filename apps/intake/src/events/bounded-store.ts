import { type Lane, SHARE_OF_ROOM } from '@crier/domain';
import { ProblemError } from '../http/problem-error.js';
import type { EventToStore } from './event-to-store.js';

const RETRY_AFTER_S = 2;

/**
 * Bounds what waits for its commit in this process. A Postgres that is slower than the callers would otherwise fill the
 * memory, and then everything is lost at once that nobody was told about. Refuses with 503 from a share of `bytes` that
 * depends on the lane: critical last.
 */
export const boundedStore = <R>(
  store: (event: EventToStore) => Promise<R>,
  bytes: number,
): ((event: EventToStore) => Promise<R>) => {
  let held = 0;
  return async (event) => {
    const size = event.row.body.length;
    if (held > 0 && held + size > bytes * SHARE_OF_ROOM[event.row.lane as Lane])
      throw new ProblemError('overloaded', 'Too many events wait to be stored. Send it again.', [], RETRY_AFTER_S);
    held += size;
    try {
      return await store(event);
    } finally {
      held -= size;
    }
  };
};
