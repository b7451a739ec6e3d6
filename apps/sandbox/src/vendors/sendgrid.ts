import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../fault.js';
import { jsonOf } from '../json-body.js';
import type { Content, Send } from '../send.js';
import type { Reply, VendorFactory } from '../vendor.js';
import {
  readSendgridMail,
  type SendgridError,
  sendgridContent,
  sendgridFiles,
  sendgridKey,
  sendgridRecipients,
} from './sendgrid-mail.js';

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
const SEND_PATH = '/sendgrid/v3/mail/send';
const REQUESTS_PER_SECOND = 2000;

const failure = (status: number, errors: readonly SendgridError[], headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ errors }),
});
const error = (message: string, field: string | null = null): SendgridError => ({ message, field, help: null });

const REFUSALS: Readonly<Record<Refusal['mode'], (refusal: Refusal) => { status: number; error: SendgridError }>> = {
  throttle: () => ({ status: 429, error: error('too many requests') }),
  reject: () => ({ status: 400, error: error('The message was rejected.') }),
  auth: ({ status }) =>
    status === 403
      ? { status, error: error('The from address does not match a verified Sender Identity.', 'from') }
      : { status: 401, error: error('The provided authorization grant is invalid, expired, or revoked') },
  error: ({ status = 503 }) => ({ status, error: error(`The sandbox was asked to fail with status ${status}.`) }),
};

/** What is wrong with a request before its body is looked at. */
const refusedAtTheDoor = ({ url = '', method, headers }: IncomingMessage): Reply | undefined => {
  if (url.split('?')[0] !== SEND_PATH) return failure(404, [error(`The sandbox knows only POST ${SEND_PATH}.`)]);
  if (method !== 'POST') return failure(405, [error('method not allowed')], { allow: 'POST' });
  if (!/^Bearer\s+\S/i.test(headers.authorization ?? ''))
    return failure(401, [error('Permission denied, wrong credentials')]);
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    return failure(415, [error('Content-Type should be application/json.')]);
  return undefined;
};

const sendOf = (body: Buffer): { send: Send } | { reply: Reply } => {
  const input = jsonOf(body);
  if (input === undefined) return { reply: failure(400, [error('Bad Request: the body is not JSON.')]) };
  const read = readSendgridMail(input);
  if ('errors' in read) return { reply: failure(400, read.errors) };
  const { mail } = read;
  let content: Promise<Content> | undefined;
  return {
    send: {
      operation: 'mail/send',
      from: mail.from.email,
      to: sendgridRecipients(mail),
      key: sendgridKey(mail),
      sizeBytes: body.length,
      content() {
        content ??= Promise.resolve(sendgridContent(mail));
        return content;
      },
      files: async () => sendgridFiles(mail),
      raw: () => input,
    },
  };
};

const waitHeaders = ({ mode, retryAfter }: Refusal, nowMs: number): Reply['headers'] => ({
  ...(mode === 'throttle' ? { 'x-ratelimit-limit': String(REQUESTS_PER_SECOND), 'x-ratelimit-remaining': '0' } : {}),
  ...(retryAfter === undefined || mode === 'reject' || mode === 'auth'
    ? {}
    : { 'retry-after': String(retryAfter), 'x-ratelimit-reset': String(Math.ceil(nowMs / 1000) + retryAfter) }),
});

/** SendGrid's Web API v3, as `@sendgrid/mail` calls it. Any API key will do, but there must be one. */
export const createSendgrid: VendorFactory = ({ now }) => ({
  provider: 'sendgrid',
  segment: 'sendgrid',
  async parse(body, req) {
    const reply = refusedAtTheDoor(req);
    return reply ? { reply } : sendOf(body);
  },
  messageId: () => randomBytes(16).toString('base64url'),
  accepted: (_send, messageId) => ({ status: 202, headers: { 'x-message-id': messageId }, body: '' }),
  withoutMessageId: () => ({ status: 202, headers: {}, body: '' }),
  refused(refusal) {
    const refused = REFUSALS[refusal.mode](refusal);
    return failure(refused.status, [refused.error], waitHeaders(refusal, now()));
  },
  tooLarge: (maxBytes) => failure(413, [error(`The request is over ${maxBytes} bytes.`)]),
});
