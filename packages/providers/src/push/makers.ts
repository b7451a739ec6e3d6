import type { OutgoingPush, Settings } from '@crier/domain';
import type { Maker } from '../maker.js';
import { createApns } from './apns.js';
import { createFcm } from './fcm.js';
import { createWebpush } from './webpush.js';

const vapidOf = (settings: Settings) => {
  const { VAPID_SUBJECT: subject, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = settings;
  return subject && publicKey && privateKey ? { subject, publicKey, privateKey } : undefined;
};

/** One for each kind of token. */
export const PUSH_MAKERS: Readonly<Record<Settings['PUSH_PROVIDERS'][number], Maker<OutgoingPush>>> = {
  fcm: (settings, { sockets, nowMs }) =>
    createFcm({
      projectId: settings.FCM_PROJECT_ID,
      clientEmail: settings.FCM_CLIENT_EMAIL,
      privateKey: settings.FCM_PRIVATE_KEY,
      baseUrl: settings.FCM_BASE_URL,
      tokenUrl: settings.FCM_TOKEN_URL,
      timeoutMs: settings.FCM_TIMEOUT_MS,
      sockets,
      nowMs,
    }),
  apns: (settings, { nowMs }) =>
    createApns({
      keyId: settings.APNS_KEY_ID,
      teamId: settings.APNS_TEAM_ID,
      privateKey: settings.APNS_PRIVATE_KEY,
      topic: settings.APNS_TOPIC,
      baseUrl: settings.APNS_BASE_URL,
      timeoutMs: settings.APNS_TIMEOUT_MS,
      nowMs,
    }),
  webpush: (settings, { sockets, nowMs }) =>
    createWebpush({
      vapid: vapidOf(settings),
      allowPrivate: settings.NODE_ENV !== 'production',
      timeoutMs: settings.WEBPUSH_TIMEOUT_MS,
      sockets,
      nowMs,
    }),
};
