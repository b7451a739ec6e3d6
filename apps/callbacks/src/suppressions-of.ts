import type { NewSuppression, RecordedEvent } from '@crier/db';
import type { ProviderEvent } from '@crier/domain';
import type { Wish } from './vendors/stop-words.js';

/**
 * What events prove about addresses: about the one that each names, for the delivery's may have been corrected since.
 * An event that names none speaks of the delivery's only while that stands for the event's own copy. Also when they were
 * said before: the first time may have ended between the record and the list. An erased person's address is not kept again.
 */
export const suppressionsOf = (
  events: readonly ProviderEvent[],
  recorded: readonly RecordedEvent[],
): NewSuppression[] =>
  events.flatMap(({ suppress, provider, code, at, address: named }, i) => {
    const found = recorded[i];
    if (suppress === undefined || found === undefined || found.effect === 'foreign') return [];
    const { id, channel, address: current } = found.delivery;
    const address = named ?? (found.isOfStanding ? current : null);
    if (current === null || address === null) return [];
    return [{ channel, address, reason: suppress, provider, code, deliveryId: id, evidenceAt: at }];
  });

/** What people have told us themselves. */
export const suppressionOf = ({ channel, address, provider, at }: Wish): NewSuppression => ({
  channel,
  address,
  reason: 'unsubscribed',
  provider,
  code: 'STOP',
  deliveryId: null,
  evidenceAt: at,
});
