import { type KeyObject, verify } from 'node:crypto';
import { unverified } from '../http/problem-error.js';
import type { KeyStore } from '../keys/key-store.js';
import type { SandboxKeys } from '../keys/sandbox-keys.js';
import { isSnsCertificate } from './sns-address.js';
import type { SnsMessage } from './sns-message.js';

export interface SnsTrust {
  readonly keys: KeyStore;
  /** ARNs of the topics that are ours. */
  readonly topics: ReadonlySet<string>;
  readonly sandbox: SandboxKeys | undefined;
}

/** What is signed: names and values, a line each (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). */
const signedText = (message: SnsMessage): string => {
  const { Message, MessageId, Timestamp, TopicArn, Type } = message;
  const fields =
    message.Type === 'Notification'
      ? { Message, MessageId, Subject: message.Subject, Timestamp, TopicArn, Type }
      : { Message, MessageId, SubscribeURL: message.SubscribeURL, Timestamp, Token: message.Token, TopicArn, Type };
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('');
};

/** Only an RSA key can be meant: a certificate with another kind of key is not what SNS signs with. */
const fits =
  (message: SnsMessage) =>
  (key: KeyObject): boolean =>
    key.asymmetricKeyType === 'rsa' &&
    verify(
      message.SignatureVersion === '1' ? 'sha1' : 'sha256',
      Buffer.from(signedText(message)),
      key,
      Buffer.from(message.Signature, 'base64'),
    );

const keyAddress = (message: SnsMessage, { topics, sandbox }: SnsTrust): string => {
  if (message.TopicArn === sandbox?.topicArn) return sandbox.sns;
  if (!topics.has(message.TopicArn)) throw unverified('This topic is not in SES_SNS_TOPIC_ARNS.');
  if (!isSnsCertificate(message.SigningCertURL, message.TopicArn))
    throw unverified('SigningCertURL is no certificate of Amazon SNS in the region of the topic.');
  return message.SigningCertURL;
};

/** 403 unless it comes from a topic of ours and Amazon (or the sandbox, where that is trusted) signed it. 503 without its key. */
export const verifySns = async (message: SnsMessage, trust: SnsTrust): Promise<void> => {
  const signed = await trust.keys.signed(keyAddress(message, trust), fits(message));
  if (!signed) throw unverified('The signature does not fit the message.');
};
