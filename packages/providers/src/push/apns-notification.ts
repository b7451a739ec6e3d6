import type { OutgoingPush } from '@crier/domain';
import { apnsDelivery } from './apns-delivery.js';

/** `8-4-4-4-12`, which is how APNs takes an apns-id. */
const asUuid = (key: string): string => key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Headers and payload of one notification. The apns-id names it in Apple's logs and in the answer; it is no key that a second
 * copy is known by: APNs delivers both. Sources: Apple, "Sending notification requests to APNs", "Generating a remote
 * notification".
 */
export const apnsNotification = (message: OutgoingPush, topic: string, nowMs: number) => {
  const { key, token, title, body, url } = message;
  return {
    headers: {
      ':path': `/3/device/${encodeURIComponent(token)}`,
      'apns-id': asUuid(key),
      'apns-topic': topic,
      'apns-push-type': 'alert',
      ...apnsDelivery(message, nowMs),
    },
    body: JSON.stringify({ aps: { alert: { title, body } }, crier_key: key, ...(url === null ? {} : { url }) }),
  };
};
