import type { OutgoingSms, ProviderAnswer } from '@crier/domain';
import { type Reply, respond } from '../vendor-endpoint.test-support.js';
import { message } from './sms-message.test-support.js';
import { createTwilio, type TwilioSettings } from './twilio.js';

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export const ACCOUNT = `AC${'0'.repeat(32)}`;

/** A created message, as far as anybody reads it. */
export const accepted = (sid: string): Reply =>
  json(201, { sid, account_sid: ACCOUNT, status: 'queued', error_code: null, error_message: null, num_segments: '1' });

/** The error document of the 2010-04-01 API. */
export const failed = (status: number, code: number, text = '', headers: Record<string, string> = {}): Reply =>
  json(status, { code, message: text, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, headers);

export const settings = (baseUrl: string): TwilioSettings => ({
  accountSid: ACCOUNT,
  authToken: 'token',
  from: '+15005550006',
  baseUrl,
  callbacksUrl: 'https://crier.example.com',
  timeoutMs: 5_000,
  sockets: 5,
  nowMs: () => 1_796_000_000_000,
});

/** One send through the real SDK; its sockets are closed again. */
export const sendThrough = async (
  baseUrl: string,
  options: { message?: OutgoingSms; settings?: Partial<TwilioSettings> } = {},
): Promise<ProviderAnswer> => {
  const twilio = createTwilio({ ...settings(baseUrl), ...options.settings });
  try {
    return await twilio.send(options.message ?? message(), AbortSignal.timeout(5_000));
  } finally {
    twilio.close();
  }
};
