import { randomUUID } from 'node:crypto';
import { awsQueryReplies } from '../aws-query.js';
import { KEY_HEADER } from '../delivery-key.js';
import type { Refusal } from '../fault.js';
import { type FormFields, formFields } from '../form-fields.js';
import { ownedCopy } from '../name-table.js';
import { retryAfterHeaders } from '../retry-after.js';
import type { Send } from '../send.js';
import type { Reply, VendorFactory } from '../vendor.js';
import { E164 } from './twilio/twilio-message.js';

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html (Query protocol, version 2010-03-31). */
const { success, failure } = awsQueryReplies('http://sns.amazonaws.com/doc/2010-03-31/');
const MOST_CHARACTERS = 1600;

interface SnsError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
const error = (status: number, code: string, message: string): SnsError => ({ status, code, message });
const invalid = (message: string): SnsError => error(400, 'InvalidParameter', `Invalid parameter: ${message}`);

/** What `code` of a fault may name; `OptedOut` is said as an invalid parameter, as Publish says it. */
const CODES: Readonly<Record<string, SnsError>> = {
  Throttled: error(429, 'Throttled', 'Rate exceeded.'),
  Throttling: error(400, 'Throttling', 'Rate exceeded.'),
  InvalidParameter: invalid('PhoneNumber Reason: the number is not valid to publish to'),
  OptedOut: invalid('PhoneNumber Reason: the phone number is opted out'),
  AuthorizationError: error(403, 'AuthorizationError', 'Not authorized to perform: SNS:Publish.'),
  InvalidClientTokenId: error(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.'),
  InternalError: error(500, 'InternalError', 'Internal service error.'),
  ServiceUnavailable: error(503, 'ServiceUnavailable', 'Service unavailable.'),
};

const CODE_OF_MODE: Readonly<Record<Refusal['mode'], (status: number) => string>> = {
  throttle: () => 'Throttled',
  reject: () => 'InvalidParameter',
  auth: () => 'InvalidClientTokenId',
  error: (status) => (status === 503 ? 'ServiceUnavailable' : status < 500 ? 'InvalidParameterValue' : 'InternalError'),
};

const keyOf = (fields: FormFields): string | null => {
  for (let n = 1; ; n += 1) {
    const name = fields[`MessageAttributes.entry.${n}.Name`];
    if (name === undefined) return null;
    if (name.toLowerCase() === KEY_HEADER)
      return ownedCopy(fields[`MessageAttributes.entry.${n}.Value.StringValue`] ?? '') || null;
  }
};

const published = (fields: FormFields, sizeBytes: number): { send: Send } | { reply: Reply } => {
  const { PhoneNumber: to, Message: text } = fields;
  const refuse = ({ status, code, message }: SnsError) => ({ reply: failure(status, code, message) });
  if (to === undefined) return refuse(invalid('PhoneNumber Reason: the sandbox publishes to phone numbers only'));
  if (!E164.test(to)) return refuse(invalid(`PhoneNumber Reason: ${to} is not valid to publish to`));
  if (!text) return refuse(invalid('Empty message'));
  if (text.length > MOST_CHARACTERS) return refuse(invalid('Message too long'));
  const content = { subject: null, text, html: null };
  const send = { operation: 'Publish', from: 'sns', to: [to], key: keyOf(fields), sizeBytes, raw: () => fields };
  return { send: { ...send, content: async () => content } };
};

/** Amazon SNS as `@aws-sdk/client-sns` calls it to send an SMS. Signatures are not checked: any credentials will do. */
export const createSns: VendorFactory = () => ({
  provider: 'sns',
  segment: 'sns',
  async parse(body) {
    const fields = formFields(body);
    if (fields === undefined)
      return { reply: failure(400, 'MalformedQueryString', 'The query string contains a syntax error.') };
    if (fields.Action === 'Publish') return published(fields, body.length);
    return { reply: failure(400, 'InvalidAction', `Could not find operation ${fields.Action} for version 2010-03-31`) };
  },
  messageId: () => randomUUID(),
  accepted: (send, messageId) => success(send.operation, { MessageId: messageId }),
  withoutMessageId: (send) => success(send.operation, {}),
  refused(refusal) {
    const { status = refusal.mode === 'error' ? 503 : 400 } = refusal;
    const wanted = refusal.code ?? CODE_OF_MODE[refusal.mode](status);
    const said = CODES[wanted] ?? error(status, wanted, `The sandbox was asked to fail with ${wanted}.`);
    const ownStatus = refusal.mode === 'error' && refusal.code === undefined ? status : said.status;
    return failure(ownStatus, said.code, said.message, retryAfterHeaders(refusal));
  },
  tooLarge: (maxBytes) => failure(413, 'RequestEntityTooLarge', `The request is over ${maxBytes} bytes.`),
});
