import type { RetryDeps } from '../retry/retry-deps.js';

export interface ReplayDeps extends RetryDeps {
  /** Deliveries that a replay puts back a second, so that a group does not flood the queues. */
  readonly perSecond: number;
}
