import type { OutgoingPush } from '@crier/domain';
import webpush from 'web-push';
import type { PushSubscription } from './push-subscription.js';

/** Our identity at every push service (RFC 8292). */
export interface Vapid {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Whether something can be signed with these keys. */
export const isUsableVapid = ({ subject, publicKey, privateKey }: Vapid): boolean => {
  try {
    webpush.getVapidHeaders('https://push.example.com', subject, publicKey, privateKey, 'aes128gcm');
    return true;
  } catch {
    return false;
  }
};

/** What the page's service worker is handed. `tag` replaces what is already shown, as `Notification.tag` does. */
const payload = ({ key, title, body, url, collapseKey }: OutgoingPush): string =>
  JSON.stringify({ title, body, url, tag: collapseKey, key });

/**
 * Headers and encrypted body of one push message (RFC 8030, 8291, 8292). Throws if the subscription's keys are none. The topic
 * is the delivery's key: a second copy replaces the first while the device is off.
 */
export const webpushRequest = (message: OutgoingPush, subscription: PushSubscription, vapidDetails: Vapid) => {
  const { headers, body } = webpush.generateRequestDetails(subscription, payload(message), {
    vapidDetails,
    TTL: Math.max(0, Math.floor(message.ttlSeconds)),
    urgency: message.urgent ? 'high' : 'normal',
    topic: message.key,
  });
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body as Buffer,
  };
};
