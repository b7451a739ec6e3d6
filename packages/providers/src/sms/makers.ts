import type { OutgoingSms, Settings } from '@crier/domain';
import type { Maker } from '../maker.js';
import { createSns } from './sns.js';
import { createTwilio } from './twilio.js';

const twilio: Maker<OutgoingSms> = (settings, { sockets, nowMs }) =>
  createTwilio({
    accountSid: settings.TWILIO_ACCOUNT_SID,
    authToken: settings.TWILIO_AUTH_TOKEN,
    from: settings.TWILIO_FROM,
    baseUrl: settings.TWILIO_BASE_URL,
    callbacksUrl: settings.PUBLIC_URL_CALLBACKS,
    timeoutMs: settings.TWILIO_TIMEOUT_MS,
    sockets,
    nowMs,
  });

const sns: Maker<OutgoingSms> = (settings, { sockets, nowMs }) =>
  createSns({
    from: settings.SNS_FROM,
    region: settings.SNS_REGION,
    endpoint: settings.SNS_ENDPOINT,
    timeoutMs: settings.SNS_TIMEOUT_MS,
    sockets,
    nowMs,
  });

/** Every name that SMS_PROVIDERS may hold. */
export const SMS_MAKERS: Readonly<Record<Settings['SMS_PROVIDERS'][number], Maker<OutgoingSms>>> = { twilio, sns };
