import type { Acceptance, BeginSending, BegunSending, DeliveryWithEvent, Transition } from '@crier/db';
import type { EmailProvider, METRICS, RetryPolicy } from '@crier/domain';
import type { Claims } from '@crier/queue';
import type { Clock, Logger, Metrics } from '@crier/runtime';
import type { NotificationType } from '@crier/templates';

/** The database as the steps see it: every call shares its statement with whoever calls at the same time. */
export interface DeliveryRecord {
  load(id: string): Promise<DeliveryWithEvent | undefined>;
  beginSending(item: BeginSending): Promise<BegunSending | undefined>;
  renewLease(item: { id: string; token: string }): Promise<boolean>;
  /** True if this made it accepted, false if it was before. */
  accepted(item: Acceptance): Promise<boolean>;
  /** False: somebody else was quicker. */
  move(item: Transition): Promise<boolean>;
}

export interface SenderDeps {
  readonly record: DeliveryRecord;
  readonly claims: Claims;
  readonly providers: readonly EmailProvider[];
  readonly typeOf: (name: string) => NotificationType | undefined;
  /** Puts the dead letter where Bull Board shows it; the keeper does it again if this fails. */
  readonly showDeadLetter: (id: string) => Promise<void>;
  readonly retry: RetryPolicy;
  readonly leaseMs: number;
  readonly reconcileWindowMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}
