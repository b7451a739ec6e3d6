import type { OutgoingSms, ProviderAnswer } from '@crier/domain';
import { type Reply, respond } from '../vendor-endpoint.test-support.js';
import { message } from './sms-message.test-support.js';
import { createSns, type SnsSettings } from './sns.js';

const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/';

export const xml = (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  respond(status, body, { 'content-type': 'text/xml', ...headers });

export const accepted = (messageId: string): Reply =>
  xml(
    200,
    `<PublishResponse xmlns="${NAMESPACE}"><PublishResult><MessageId>${messageId}</MessageId></PublishResult><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></PublishResponse>`,
  );

/** The error document of the Query protocol. */
export const failed = (status: number, code: string, text = '', headers: Record<string, string> = {}): Reply =>
  xml(
    status,
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${text}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`,
    headers,
  );

export const settings = (endpoint: string): SnsSettings => ({
  from: undefined,
  region: 'eu-west-1',
  endpoint,
  timeoutMs: 5_000,
  sockets: 5,
  nowMs: () => 1_796_000_000_000,
});

/** One send through the real SDK; the client is closed again. */
export const sendThrough = async (
  endpoint: string,
  options: { message?: OutgoingSms; settings?: Partial<SnsSettings> } = {},
): Promise<ProviderAnswer> => {
  const sns = createSns({ ...settings(endpoint), ...options.settings });
  try {
    return await sns.send(options.message ?? message(), AbortSignal.timeout(5_000));
  } finally {
    sns.close();
  }
};
