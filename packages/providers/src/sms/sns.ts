import { PublishCommand, SNSClient, SNSServiceException } from '@aws-sdk/client-sns';
import type { OutgoingSms, ProviderAnswer } from '@crier/domain';
import { type AwsService, awsAnswer } from '../aws-answer.js';
import { acceptedWithoutId } from '../code-table.js';
import { createHttpAgents } from '../http-agents.js';
import type { OpenProvider } from '../maker.js';
import { isSnsCode, snsMeaning } from './sns-codes.js';

export interface SnsSettings {
  /** A sender name of up to 11 letters and digits; undefined = as AWS has it for the country. */
  readonly from: string | undefined;
  readonly region: string;
  /** Undefined = AWS. */
  readonly endpoint: string | undefined;
  readonly timeoutMs: number;
  /** As many as calls can be in flight, all lanes together. */
  readonly sockets: number;
  readonly nowMs: () => number;
}

const SNS: AwsService = { exception: SNSServiceException, isListed: isSnsCode, meaning: snsMeaning };

const text = (value: string) => ({ DataType: 'String', StringValue: value });

/** `Transactional`: sent the surest way, where `Promotional` would be sent the cheapest. The key reaches nobody but SNS. */
const publishCommand = (message: OutgoingSms, from: string | undefined): PublishCommand =>
  new PublishCommand({
    PhoneNumber: message.to,
    Message: message.text,
    MessageAttributes: {
      'AWS.SNS.SMS.SMSType': text('Transactional'),
      ...(from ? { 'AWS.SNS.SMS.SenderID': text(from) } : {}),
      'X-Crier-Key': text(message.key),
    },
  });

/**
 * Texts through Amazon SNS by its SDK, one try per call: retrying is Crier's business. What became of one SNS writes to
 * CloudWatch alone, under its own message id, so nothing settles an unknown outcome here.
 */
export const createSns = (settings: SnsSettings): OpenProvider<OutgoingSms> => {
  const from = settings.from?.trim();
  const client = new SNSClient({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    maxAttempts: 1,
    requestHandler: createHttpAgents(settings),
  });
  const send = async (message: OutgoingSms, abortSignal: AbortSignal): Promise<ProviderAnswer> => {
    try {
      const answer = await client.send(publishCommand(message, from), { abortSignal });
      const status = answer.$metadata.httpStatusCode ?? 200;
      if (answer.MessageId) return { kind: 'accepted', messageId: answer.MessageId, status };
      return acceptedWithoutId(status);
    } catch (error) {
      return awsAnswer(SNS, error, settings.nowMs());
    }
  };
  return { name: 'sns', timeoutMs: settings.timeoutMs, reconciliation: [], send, close: () => client.destroy() };
};
