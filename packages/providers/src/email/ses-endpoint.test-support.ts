import type { OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { type Reply, respond } from '../vendor-endpoint.test-support.js';
import { message } from './email-message.test-support.js';
import { createSes, type SesSettings } from './ses.js';

export const xml = (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  respond(status, body, { 'content-type': 'text/xml', ...headers });

export const accepted = (messageId: string): Reply =>
  xml(
    200,
    `<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult><MessageId>${messageId}</MessageId></SendRawEmailResult><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></SendRawEmailResponse>`,
  );

/** The error document of the Query protocol. */
export const failed = (status: number, code: string, message = '', headers: Record<string, string> = {}): Reply =>
  xml(
    status,
    `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
    headers,
  );

export const settings = (endpoint: string): SesSettings => ({
  from: 'no-reply@example.com',
  region: 'eu-west-1',
  endpoint,
  timeoutMs: 5_000,
  sockets: 5,
  nowMs: () => 1_796_000_000_000,
});

/** One send through the real SDK; the client is closed again. */
export const sendThrough = async (
  endpoint: string,
  options: { message?: OutgoingEmail; signal?: AbortSignal; settings?: Partial<SesSettings> } = {},
): Promise<ProviderAnswer> => {
  const ses = createSes({ ...settings(endpoint), ...options.settings });
  try {
    return await ses.send(options.message ?? message(), options.signal ?? AbortSignal.timeout(5_000));
  } finally {
    ses.close();
  }
};
