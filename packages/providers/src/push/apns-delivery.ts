import type { OutgoingPush } from '@crier/domain';
import { collapseId } from './collapse-id.js';

/**
 * APNs' headers for how long it keeps a notification, how soon the device shows it, and what it takes the place of. Priority 10
 * wakes the device for what can't wait; 5 lets it choose its time. Source: Apple, "Sending notification requests to APNs".
 */
export const apnsDelivery = ({ ttlSeconds, urgent, collapseKey }: OutgoingPush, nowMs: number) => ({
  'apns-expiration': ttlSeconds > 0 ? String(Math.floor(nowMs / 1000 + ttlSeconds)) : '0',
  'apns-priority': urgent ? '10' : '5',
  ...(collapseKey === null ? {} : { 'apns-collapse-id': collapseId(collapseKey) }),
});
