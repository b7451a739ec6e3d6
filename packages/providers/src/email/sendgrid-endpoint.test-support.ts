import type { OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { type Reply, respond } from '../vendor-endpoint.test-support.js';
import { message } from './email-message.test-support.js';
import { createSendGrid, type SendGridSettings } from './sendgrid.js';

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export const accepted = (messageId: string): Reply => respond(202, '', { 'x-message-id': messageId });

export interface WireError {
  readonly message: string;
  readonly field?: string | null;
}

/** The error document of the v3 API. */
export const failed = (
  status: number,
  errors: WireError | readonly WireError[],
  headers: Record<string, string> = {},
): Reply => json(status, { errors: [errors].flat().map((one) => ({ field: null, help: null, ...one })) }, headers);

export const settings = (baseUrl: string): SendGridSettings => ({
  from: 'no-reply@example.com',
  apiKey: 'SG.key',
  baseUrl,
  timeoutMs: 5_000,
  sockets: 5,
  nowMs: () => 1_796_000_000_000,
});

/** One send through the real SDK; its sockets are closed again. */
export const sendThrough = async (
  baseUrl: string,
  options: { message?: OutgoingEmail; signal?: AbortSignal; settings?: Partial<SendGridSettings> } = {},
): Promise<ProviderAnswer> => {
  const sendgrid = createSendGrid({ ...settings(baseUrl), ...options.settings });
  try {
    return await sendgrid.send(options.message ?? message(), options.signal ?? AbortSignal.timeout(5_000));
  } finally {
    sendgrid.close();
  }
};
