import type { OutgoingPush } from '@crier/domain';
import { apnsDelivery } from './apns-delivery.js';

/** Four weeks: FCM refuses more. */
const LONGEST_TTL_S = 2_419_200;

const keptSeconds = (ttl: number): number => Math.max(0, Math.min(Math.floor(ttl), LONGEST_TTL_S));

/**
 * The body of `messages:send`. What is said to Android holds there only: to a device of Apple's and to a browser FCM passes on
 * the headers of their own services. `collapse_key` replaces what waits for the device, `tag` what is already shown on it.
 * Source: Firebase, REST reference, "projects.messages".
 */
export const fcmMessage = (message: OutgoingPush, nowMs: number) => {
  const { token, key, title, body, url, collapseKey, ttlSeconds, urgent } = message;
  const keptS = keptSeconds(ttlSeconds);
  return {
    message: {
      token,
      notification: { title, body },
      data: { crier_key: key, ...(url === null ? {} : { url }) },
      android: {
        priority: urgent ? 'HIGH' : 'NORMAL',
        ttl: `${keptS}s`,
        ...(collapseKey === null ? {} : { collapse_key: collapseKey, notification: { tag: collapseKey } }),
      },
      apns: { headers: apnsDelivery(message, nowMs) },
      webpush: { headers: { TTL: String(keptS), Urgency: urgent ? 'high' : 'normal' } },
    },
  };
};
