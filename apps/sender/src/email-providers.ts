import type { EmailProvider, Settings } from '@crier/domain';
import { createSes } from '@crier/providers';
import type { Clock } from '@crier/runtime';
import { senderSettings } from './settings-of-sender.js';

const MAKERS: Readonly<
  Record<Settings['EMAIL_PROVIDERS'][number], (settings: Settings, clock: Clock) => EmailProvider & { close(): void }>
> = {
  ses: (settings, clock) =>
    createSes({
      from: settings.SES_FROM ?? settings.EMAIL_FROM,
      region: settings.SES_REGION,
      endpoint: settings.SES_ENDPOINT,
      timeoutMs: settings.SES_TIMEOUT_MS,
      sockets: senderSettings(settings).lanes.reduce((sum, { concurrency }) => sum + concurrency, 0),
      nowMs: clock.nowMs,
    }),
};

/** The chain of email providers as EMAIL_PROVIDERS orders it. */
export const createEmailProviders = (settings: Settings, clock: Clock): (EmailProvider & { close(): void })[] =>
  settings.EMAIL_PROVIDERS.map((name) => MAKERS[name](settings, clock));
