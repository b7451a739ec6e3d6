import { z } from 'zod';
import { ProblemError } from '../http/problem-error.js';

const common = {
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64(),
  SigningCertURL: z.url(),
};
const confirmation = { ...common, Token: z.string(), SubscribeURL: z.url() };

const schema = z.discriminatedUnion('Type', [
  z.object({ ...common, Type: z.literal('Notification'), Subject: z.string().nullish() }),
  z.object({ ...confirmation, Type: z.literal('SubscriptionConfirmation') }),
  z.object({ ...confirmation, Type: z.literal('UnsubscribeConfirmation') }),
]);

/** What SNS posts to an HTTP endpoint: https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export type SnsMessage = z.infer<typeof schema>;

/** 400 when it is no SNS message. */
export const parseSnsMessage = (body: unknown): SnsMessage => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path }) => `/${path.join('/')}`).join(', ');
  throw new ProblemError('bad_request', `This is no SNS message: see ${where}. Raw message delivery must be off.`);
};
