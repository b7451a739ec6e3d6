import type { Sql } from '@crier/db';
import type { TypeCategories } from '@crier/domain';
import type { Queues } from '@crier/queue';
import type { Logger } from '@crier/runtime';

export interface RetryDeps {
  readonly sql: Sql;
  readonly queues: Queues;
  readonly log: Logger;
  /** How often operators may replay one delivery. */
  readonly maxReplays: number;
  /** Longest that what is put back waits for a document that is made anew, in ms. */
  readonly documentWaitMs: number;
  /** Deliveries that are put back in a second, so that a group does not flood the queues. */
  readonly perSecond: number;
  /** What people may opt out of by now, and what nobody can. */
  readonly categories: () => TypeCategories;
}
