import type { Channel } from '@crier/domain';

/** Why an address is not written to: what the provider said, or the person. */
export type SuppressionReason = 'hard_bounce' | 'complaint' | 'unsubscribed' | 'unregistered';

export interface NewSuppression {
  readonly channel: Channel;
  /** Canonical, as deliveries have it; of push `<kind>:<id>`. */
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly provider: string | null;
  /** The provider's own code. */
  readonly code: string | null;
  readonly deliveryId: string | null;
  /** When what proves it happened, RFC 3339. */
  readonly evidenceAt: string;
}
