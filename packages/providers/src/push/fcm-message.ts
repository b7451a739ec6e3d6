import type { OutgoingPush } from '@crier/domain';

/** Four weeks: FCM refuses more. */
const LONGEST_TTL_S = 2_419_200;

const seconds = (ttl: number): string => `${Math.max(0, Math.min(Math.floor(ttl), LONGEST_TTL_S))}s`;

/**
 * The body of `messages:send`. `collapse_key` replaces what waits for the device, `tag` what is already shown on it.
 * Source: Firebase, REST reference, "projects.messages".
 */
export const fcmMessage = ({ token, key, title, body, url, collapseKey, ttlSeconds, urgent }: OutgoingPush) => ({
  message: {
    token,
    notification: { title, body },
    data: { crier_key: key, ...(url === null ? {} : { url }) },
    android: {
      priority: urgent ? 'HIGH' : 'NORMAL',
      ttl: seconds(ttlSeconds),
      ...(collapseKey === null ? {} : { collapse_key: collapseKey, notification: { tag: collapseKey } }),
    },
  },
});
