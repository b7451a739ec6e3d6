import type { CallbackWriter } from './report.js';
import { sesEvent } from './ses-event.js';
import { createSnsSigner } from './sns-signer.js';

const TOPIC_ARN = 'arn:aws:sns:us-east-1:000000000000:crier-ses';
const SUBSCRIPTION_ARN = `${TOPIC_ARN}:00000000-0000-4000-8000-000000000000`;
const CERTIFICATE_FILE = 'sns.pem';

/** SES reports through an SNS topic: its event is the message of a signed notification. */
export const createSesCallback = (deps: { sandboxUrl: () => string; now: () => number }): CallbackWriter => {
  const signer = createSnsSigner(deps.now());
  return {
    provider: 'ses',
    path: 'ses',
    keyFiles: { [CERTIFICATE_FILE]: signer.certificate },
    async write(report) {
      const { signatureVersion } = report.settings;
      const signed = {
        Type: 'Notification',
        MessageId: report.id,
        TopicArn: TOPIC_ARN,
        Subject: 'Amazon SES Email Event Notification',
        Message: JSON.stringify(sesEvent(report)),
        Timestamp: new Date(report.happenedAt).toISOString(),
      } as const;
      return {
        headers: {
          // SNS calls its JSON text.
          'content-type': 'text/plain; charset=UTF-8',
          'user-agent': 'Amazon Simple Notification Service Agent',
          'x-amz-sns-message-type': signed.Type,
          'x-amz-sns-message-id': signed.MessageId,
          'x-amz-sns-topic-arn': TOPIC_ARN,
          'x-amz-sns-subscription-arn': SUBSCRIPTION_ARN,
        },
        body: JSON.stringify({
          ...signed,
          SignatureVersion: String(signatureVersion),
          Signature: await signer.sign(signed, signatureVersion),
          SigningCertURL: `${deps.sandboxUrl()}/sandbox/keys/${CERTIFICATE_FILE}`,
          UnsubscribeURL: `${deps.sandboxUrl()}/sandbox/callbacks`,
        }),
      };
    },
  };
};
