import type { EmailProvider, Settings } from '@crier/domain';
import { createSendGrid, createSes } from '@crier/providers';
import type { Clock } from '@crier/runtime';
import { senderSettings } from './settings-of-sender.js';

/** As many sockets as calls can be in flight, all lanes together. */
const socketsOf = (settings: Settings): number =>
  senderSettings(settings).lanes.reduce((sum, { concurrency }) => sum + concurrency, 0);

const MAKERS: Readonly<
  Record<Settings['EMAIL_PROVIDERS'][number], (settings: Settings, clock: Clock) => EmailProvider & { close(): void }>
> = {
  ses: (settings, clock) =>
    createSes({
      from: settings.SES_FROM ?? settings.EMAIL_FROM,
      region: settings.SES_REGION,
      endpoint: settings.SES_ENDPOINT,
      timeoutMs: settings.SES_TIMEOUT_MS,
      sockets: socketsOf(settings),
      nowMs: clock.nowMs,
    }),
  sendgrid: (settings, clock) =>
    createSendGrid({
      from: settings.SENDGRID_FROM ?? settings.EMAIL_FROM,
      apiKey: settings.SENDGRID_API_KEY,
      baseUrl: settings.SENDGRID_BASE_URL,
      timeoutMs: settings.SENDGRID_TIMEOUT_MS,
      sockets: socketsOf(settings),
      nowMs: clock.nowMs,
    }),
};

/** The chain of email providers as EMAIL_PROVIDERS orders it. */
export const createEmailProviders = (settings: Settings, clock: Clock): (EmailProvider & { close(): void })[] =>
  settings.EMAIL_PROVIDERS.map((name) => MAKERS[name](settings, clock));
