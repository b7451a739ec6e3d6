import { randomUUID } from 'node:crypto';
import { awsQueryReplies, listMembers } from '../aws-query.js';
import { KEY_NAME } from '../delivery-key.js';
import type { Refusal } from '../fault.js';
import { type FormFields, formFields } from '../form-fields.js';
import { mimeEnvelope, mimeMessage } from '../mime-message.js';
import { ownedCopy } from '../name-table.js';
import { retryAfterHeaders } from '../retry-after.js';
import type { Send } from '../send.js';
import type { Reply, VendorFactory } from '../vendor.js';

/** https://docs.aws.amazon.com/ses/latest/APIReference/ (Query protocol, version 2010-12-01). */
const { success, failure } = awsQueryReplies('http://ses.amazonaws.com/doc/2010-12-01/');

type Parsed = { send: Send } | { reply: Reply };

const DAY_MS = 86_400_000;
const SENDS_PER_SECOND = 2000;

/** Codes of SES and of the AWS common errors by status, for the mode `error`. */
const ERROR_CODES: Readonly<Record<number, string>> = {
  400: 'InvalidParameterValue',
  403: 'AccessDenied',
  408: 'RequestTimeout',
  413: 'RequestEntityTooLarge',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

const REFUSALS: Readonly<
  Record<Refusal['mode'], (refusal: Refusal) => { status: number; code: string; message: string }>
> = {
  throttle: () => ({ status: 400, code: 'Throttling', message: 'Maximum sending rate exceeded.' }),
  reject: () => ({ status: 400, code: 'MessageRejected', message: 'The message was rejected.' }),
  auth: () => ({
    status: 403,
    code: 'InvalidClientTokenId',
    message: 'The security token included in the request is invalid.',
  }),
  error: ({ status = 503 }) => ({
    status,
    code: ERROR_CODES[status] ?? (status < 500 ? 'InvalidParameterValue' : 'InternalFailure'),
    message: `The sandbox was asked to fail with status ${status}.`,
  }),
};

const nullValues = (fields: readonly string[]): Reply => {
  const each = fields.map((field) => `Value null at '${field}' failed to satisfy constraint: Member must not be null`);
  const count = `${fields.length} validation error${fields.length === 1 ? '' : 's'} detected`;
  return failure(400, 'ValidationError', `${count}: ${each.join('; ')}`);
};

/** `Name <a@b.c>` and `a@b.c` both mean a@b.c. */
const addressOf = (recipient: string): string => /<([^<>]*)>\s*$/.exec(recipient)?.[1]?.trim() ?? recipient.trim();

const keyOf = (fields: FormFields): string | null => {
  for (let n = 1; ; n += 1) {
    const name = fields[`Tags.member.${n}.Name`];
    if (name === undefined) return null;
    if (name === KEY_NAME) return ownedCopy(fields[`Tags.member.${n}.Value`] ?? '') || null;
  }
};

const sendTo = (recipients: readonly string[], rest: Omit<Send, 'to'>): Parsed => {
  const to = recipients.map(addressOf);
  if (to.length === 0) return { reply: failure(400, 'InvalidParameterValue', "Missing required header 'To'.") };
  if (to.some((address) => !/^[^@\s]+@[^@\s]+$/.test(address)))
    return { reply: failure(400, 'InvalidParameterValue', "Missing final '@domain'") };
  return { send: { ...rest, to } };
};

const sendRawEmail = async (fields: FormFields): Promise<Parsed> => {
  const source = Buffer.from(fields['RawMessage.Data'] ?? '', 'base64');
  if (source.length === 0) return { reply: nullValues(['rawMessage.data']) };
  const named = listMembers(fields, 'Destinations');
  const envelope = named.length > 0 && fields.Source ? { from: fields.Source, to: named } : await mimeEnvelope(source);
  if (!fields.Source && envelope.from === null)
    return { reply: failure(400, 'InvalidParameterValue', "Missing required header 'From'.") };
  const from = ownedCopy(fields.Source || envelope.from || '');
  const recipients = named.length > 0 ? named : envelope.to;
  return sendTo(recipients, { operation: 'SendRawEmail', from, key: keyOf(fields), ...mimeMessage(source) });
};

const sendEmail = (fields: FormFields, sizeBytes: number): Parsed => {
  const subject = fields['Message.Subject.Data'];
  const text = fields['Message.Body.Text.Data'] ?? null;
  const html = fields['Message.Body.Html.Data'] ?? null;
  const recipients = ['To', 'Cc', 'Bcc'].flatMap((kind) => listMembers(fields, `Destination.${kind}Addresses`));
  const missing = [
    ...(fields.Source ? [] : ['source']),
    ...(recipients.length > 0 ? [] : ['destination']),
    ...(subject === undefined ? ['message.subject'] : []),
    ...(text === null && html === null ? ['message.body'] : []),
  ];
  if (missing.length > 0) return { reply: nullValues(missing) };
  const content = Promise.resolve({ subject: subject ?? null, text, html });
  return sendTo(recipients, {
    operation: 'SendEmail',
    from: ownedCopy(fields.Source ?? ''),
    key: keyOf(fields),
    sizeBytes,
    content: () => content,
    raw: () => fields,
  });
};

/** Amazon SES, API version 1, as `@aws-sdk/client-ses` calls it. Signatures are not checked: any credentials will do. */
export const createSes: VendorFactory = ({ log, now }) => ({
  provider: 'ses',
  segment: 'ses',
  async parse(body) {
    const fields = formFields(body);
    if (fields === undefined)
      return { reply: failure(400, 'MalformedQueryString', 'The query string contains a syntax error.') };
    switch (fields.Action) {
      case 'SendRawEmail':
        return sendRawEmail(fields);
      case 'SendEmail':
        return sendEmail(fields, body.length);
      case 'GetSendQuota':
        return {
          reply: success('GetSendQuota', {
            Max24HourSend: '-1',
            MaxSendRate: String(SENDS_PER_SECOND),
            SentLast24Hours: String(log.countSince('ses', now() - DAY_MS)),
          }),
        };
      case undefined:
        return { reply: failure(400, 'MissingAction', 'The request is missing an action or a required parameter.') };
      default:
        return {
          reply: failure(400, 'InvalidAction', `Could not find operation ${fields.Action} for version 2010-12-01`),
        };
    }
  },
  messageId: (at) => `0100${at.toString(16).padStart(12, '0')}-${randomUUID()}-000000`,
  accepted: (send, messageId) => success(send.operation, { MessageId: messageId }),
  withoutMessageId: (send) => success(send.operation, {}),
  refused(refusal) {
    const { status, code, message } = REFUSALS[refusal.mode](refusal);
    return failure(status, refusal.code ?? code, message, retryAfterHeaders(refusal));
  },
  tooLarge: (maxBytes) => failure(413, 'RequestEntityTooLarge', `The request is over ${maxBytes} bytes.`),
});
