import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { type EmailProvider, type OutgoingEmail, type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { acceptedWithoutId, ambiguous, CONFIGURATION, provesRefusal, refused } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import { networkAnswer } from '../network-error.js';
import { mimeMessage } from './mime-message.js';
import { isSesCode, sesMeaning } from './ses-codes.js';

export interface SesSettings {
  readonly from: string;
  readonly region: string;
  /** Undefined = AWS. */
  readonly endpoint: string | undefined;
  readonly timeoutMs: number;
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  readonly nowMs: () => number;
}

/** What the SDK hangs on its errors: the answer, also when it could not read it (a proxy's page, a cut answer). */
interface AwsError extends Error {
  readonly $response?: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> };
}

const fromAnswer = (error: AwsError, status: number, nowMs: number): ProviderAnswer => {
  const readable = error instanceof SESServiceException && status >= 300;
  const code = readable ? error.name : `http_${status}`;
  const message = readable ? error.message : 'The provider’s answer could not be read.';
  if (!provesRefusal(status) && !isSesCode(code)) return ambiguous(code, message, status);
  const retryAfterMs = parseRetryAfterMs(error.$response?.headers?.['retry-after'], nowMs);
  const meaning = sesMeaning(code, readable ? message : '', status);
  return refused(meaning, { code, status, message, retryAfterMs, unmapped: !isSesCode(code) });
};

const fromError = (thrown: unknown, nowMs: number): ProviderAnswer => {
  const error: AwsError = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error.name === 'CredentialsProviderError')
    return refused(CONFIGURATION, { code: 'no_credentials', message: 'No AWS credentials were found.' });
  const status = error.$response?.statusCode;
  return status === undefined ? networkAnswer(error) : fromAnswer(error, status, nowMs);
};

/** Amazon SES through its SDK, one try per call: retrying is Crier's business. The key travels as the message tag `crier-key`. */
export const createSes = (settings: SesSettings): EmailProvider & { close(): void } => {
  const from = settings.from.trim();
  const client = new SESClient({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    maxAttempts: 1,
    requestHandler: createHttpAgents(settings),
  });
  const send = async (message: OutgoingEmail, abortSignal: AbortSignal): Promise<ProviderAnswer> => {
    const data = mimeMessage(message, from);
    const command = new SendRawEmailCommand({
      Source: from,
      Destinations: [message.to.address],
      RawMessage: { Data: data },
      Tags: [{ Name: 'crier-key', Value: message.key }],
    });
    try {
      const answer = await client.send(command, { abortSignal });
      const status = answer.$metadata.httpStatusCode ?? 200;
      if (answer.MessageId) return { kind: 'accepted', messageId: answer.MessageId, status };
      return acceptedWithoutId(status);
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
