import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import type { OutgoingEmail, ProviderAnswer } from '@crier/domain';
import { type AwsService, awsAnswer } from '../aws-answer.js';
import { acceptedWithoutId } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import type { OpenProvider } from '../maker.js';
import { senderOf } from './mailbox.js';
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

/** After encoding, through this version of its API: https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const MOST_BYTES = 10_000_000;

/**
 * SNS, which carries SES's callbacks, tries again 20 s apart, or 60 s under the delivery policy that docs/callbacks.md asks for,
 * with some jitter (https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html).
 */
const REPEATED_WITHIN_MS = 90_000;

const SES: AwsService = { exception: SESServiceException, isListed: isSesCode, meaning: sesMeaning };

/** Amazon SES through its SDK, one try per call: retrying is Crier's business. The key travels as the message tag `crier-key`. */
export const createSes = (settings: SesSettings): OpenProvider<OutgoingEmail> => {
  const { from } = settings;
  const client = new SESClient({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    maxAttempts: 1,
    requestHandler: createHttpAgents(settings),
  });
  const send = async (message: OutgoingEmail, abortSignal: AbortSignal): Promise<ProviderAnswer> => {
    const data = mimeMessage(message, from);
    const command = new SendRawEmailCommand({
      Source: senderOf(message, from).address,
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
      return awsAnswer(SES, error, settings.nowMs());
    }
  };
  return {
    name: 'ses',
    timeoutMs: settings.timeoutMs,
    reconciliation: ['callback'],
    callbacksRepeatedWithinMs: REPEATED_WITHIN_MS,
    maxMessageBytes: MOST_BYTES,
    send,
    close: () => client.destroy(),
  };
};
