import { generateKeyPairSync, sign } from 'node:crypto';
import { selfSignedCertificate } from './self-signed-certificate.js';

/** What an SNS signature covers, in the order in which it is signed. */
interface SignedFields {
  readonly Message: string;
  readonly MessageId: string;
  readonly Subject: string;
  /** ISO 8601 */
  readonly Timestamp: string;
  readonly TopicArn: string;
  readonly Type: 'Notification';
}

export interface SnsSigner {
  /** X.509, PEM. */
  readonly certificate: string;
  /** Base64. */
  sign(fields: SignedFields, version: 1 | 2): Promise<string>;
}

/**
 * Signs a thousand callbacks a second without taking a core from the fleet beside it, and is made in no time; the key
 * protects nothing and is gone with the process. Amazon's has 2048 bits: receivers see no difference but the length.
 */
const KEY_BITS = 1024;
const ORDER = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;

/**
 * Signs notifications as Amazon SNS does, with a key of its own: RSA PKCS #1 v1.5 over the names and values of the
 * fields, a line each (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html).
 */
export const createSnsSigner = (nowMs: number): SnsSigner => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
  return {
    certificate: selfSignedCertificate(privateKey, 'Crier provider sandbox', nowMs),
    sign(fields, version) {
      const text = ORDER.map((name) => `${name}\n${fields[name]}\n`).join('');
      // By a thread of libuv: RSA is half of what a callback costs, and the event loop has sends to answer.
      return new Promise((resolve, reject) => {
        sign(version === 1 ? 'sha1' : 'sha256', Buffer.from(text), privateKey, (error, signature) =>
          error ? reject(error) : resolve(signature.toString('base64')),
        );
      });
    },
  };
};
