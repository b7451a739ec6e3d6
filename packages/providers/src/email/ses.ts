import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { type EmailProvider, type OutgoingEmail, type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { ambiguous, CONFIGURATION, isAmbiguousStatus, refused } from '../code-table.js';
import { networkAnswer } from '../network-error.js';
import { mimeMessage } from './mime-message.js';
import { SES_CODES, sesMeaning } from './ses-codes.js';

export interface SesSettings {
  readonly from: string;
  readonly region: string;
  /** Undefined = AWS. */
  readonly endpoint: string | undefined;
  readonly timeoutMs: number;
  /** Sockets; fewer than the calls in flight would queue them behind the fence. */
  readonly concurrency: number;
  readonly nowMs: () => number;
}

const LONGEST_CONNECT_MS = 3_000;

const fromException = (error: SESServiceException, nowMs: number): ProviderAnswer => {
  const status = error.$metadata.httpStatusCode ?? error.$response?.statusCode ?? 0;
  const message = error.message;
  if (status >= 200 && status < 300)
    return ambiguous('unreadable_answer', 'The provider’s answer could not be read.', status);
  if (isAmbiguousStatus(status) && SES_CODES[error.name] === undefined) return ambiguous(error.name, message, status);
  const retryAfterMs = parseRetryAfterMs(error.$response?.headers['retry-after'], nowMs);
  return refused(sesMeaning(error.name, message, status), { code: error.name, status, message, retryAfterMs });
};

const fromError = (error: unknown, nowMs: number): ProviderAnswer => {
  if (error instanceof SESServiceException) return fromException(error, nowMs);
  if (error instanceof Error && error.name === 'CredentialsProviderError')
    return refused(CONFIGURATION, { code: 'no_credentials', message: 'No AWS credentials were found.' });
  const status = (error as { $response?: { statusCode?: number } }).$response?.statusCode;
  // The SDK could not parse what came: a proxy's page, a cut answer.
  if (status !== undefined && status < 500 && status >= 400)
    return refused(sesMeaning('', '', status), { code: `http_${status}`, status, message: '' });
  if (status === 503)
    return refused(sesMeaning('ServiceUnavailable', '', 503), { code: 'http_503', status, message: '' });
  if (status !== undefined) return ambiguous(`http_${status}`, 'The provider’s answer could not be read.', status);
  return networkAnswer(error);
};

/** Amazon SES through its SDK, one try per call: retrying is Crier's business. The key travels as the message tag `crier-key`. */
export const createSes = (settings: SesSettings): EmailProvider & { close(): void } => {
  const agent = { keepAlive: true, maxSockets: settings.concurrency };
  const client = new SESClient({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: Math.min(LONGEST_CONNECT_MS, settings.timeoutMs),
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  const send = async (message: OutgoingEmail, abortSignal: AbortSignal): Promise<ProviderAnswer> => {
    const data = mimeMessage(message, settings.from);
    const command = new SendRawEmailCommand({
      Source: settings.from,
      Destinations: [message.to.address],
      RawMessage: { Data: data },
      Tags: [{ Name: 'crier-key', Value: message.key }],
    });
    try {
      const answer = await client.send(command, { abortSignal });
      const status = answer.$metadata.httpStatusCode ?? 200;
      if (answer.MessageId) return { kind: 'accepted', messageId: answer.MessageId, status };
      return refused(
        { failure: 'transient', deadReason: 'attempts_exhausted' },
        {
          code: 'accepted_without_id',
          status,
          message: 'The provider said yes and gave no message id.',
          withoutId: true,
        },
      );
    } catch (error) {
      return fromError(error, settings.nowMs());
    }
  };
  return {
    name: 'ses',
    timeoutMs: settings.timeoutMs,
    reconciliation: ['callback'],
    send,
    close: () => client.destroy(),
  };
};
