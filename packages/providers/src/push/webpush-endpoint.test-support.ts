import type { ProviderAnswer } from '@crier/domain';
import webpush from 'web-push';
import { type Reply, respond } from '../vendor-endpoint.test-support.js';
import { createBrowser } from './browser.test-support.js';
import { push } from './push-message.test-support.js';
import { createWebpush, type WebpushSettings } from './webpush.js';

const vapidKeys = webpush.generateVAPIDKeys();
export const vapidPublicKey = Buffer.from(vapidKeys.publicKey, 'base64url');

export const browser = createBrowser();

export const accepted = (location: string): Reply => respond(201, '', { location });

export const settings = (change: Partial<WebpushSettings> = {}): WebpushSettings => ({
  vapid: { subject: 'mailto:ops@example.com', ...vapidKeys },
  allowPrivate: true,
  timeoutMs: 5_000,
  sockets: 5,
  nowMs: () => 1_796_000_000_000,
  ...change,
});

/** One send by a fresh provider; its sockets are closed again. */
export const sendThrough = async (
  own: WebpushSettings,
  change: Parameters<typeof push>[0],
  signal = AbortSignal.timeout(5_000),
): Promise<ProviderAnswer> => {
  const provider = createWebpush(own);
  try {
    return await provider.send(push(change), signal);
  } finally {
    provider.close();
  }
};
