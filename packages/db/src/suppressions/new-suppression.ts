import type { Channel } from '@crier/domain';

/** Why an address is not written to: what the provider said, or the person. */
export type SuppressionReason = 'hard_bounce' | 'complaint' | 'unsubscribed' | 'unregistered';

/**
 * The weakest first. An address stands on the list once, for its strongest reason: a START lifts what only a STOP has put
 * there, and whoever mends a mailbox must see that its owner has complained. A STOP under a stronger reason is kept beside it.
 */
export const REASONS_BY_STRENGTH = [
  'unregistered',
  'unsubscribed',
  'hard_bounce',
  'complaint',
] as const satisfies readonly SuppressionReason[];

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
