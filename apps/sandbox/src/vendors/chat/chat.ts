import { randomBytes } from 'node:crypto';
import type { Refusal } from '../../fault.js';
import { jsonOf } from '../../json-body.js';
import { retryAfterHeaders } from '../../retry-after.js';
import type { Send } from '../../send.js';
import type { Reply, VendorFactory } from '../../vendor.js';
import { CHAT_FORMATS } from './chat-formats.js';
import { chatDocument, type Json, listOf, wordsOf } from './chat-view.js';
import { textOf } from './markup.js';

const answer = (status: number, body: string, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});

const REFUSALS: Readonly<Record<Refusal['mode'], (refusal: Refusal) => { status: number; body: string }>> = {
  throttle: () => ({ status: 429, body: 'rate_limited' }),
  reject: () => ({ status: 400, body: 'invalid_payload' }),
  auth: () => ({ status: 403, body: 'invalid_token' }),
  error: ({ status = 503 }) => ({ status, body: `The sandbox was asked to fail with status ${status}.` }),
};

const objectOf = (raw: Buffer): Json => {
  const value = jsonOf(raw);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
};

const sendOf = (room: string, raw: Buffer): { send: Send } | { reply: Reply } => {
  const body = objectOf(raw);
  const format = body === undefined ? undefined : CHAT_FORMATS.find((one) => one.fits(body));
  if (format === undefined) return { reply: answer(400, body === undefined ? 'invalid_payload' : 'no_text') };
  const view = format.view(body, raw.length);
  if ('problem' in view) return { reply: answer(400, view.problem) };
  const content = Promise.resolve({
    subject: view.title,
    text: textOf(view.html),
    html: chatDocument(format.name, room, view.html, wordsOf(listOf(body.attachments)[0]?.color)),
  });
  return {
    send: {
      operation: format.name,
      from: 'webhook',
      to: [room],
      key: null,
      sizeBytes: raw.length,
      content: () => content,
      raw: () => body,
    },
  };
};

const ROOM = /^\/chat\/([\w-]+)$/;

/** Incoming webhooks of Slack, Teams, Google Chat and Mattermost: `POST /chat/:name`, and any name is a room. */
export const createChat: VendorFactory = () => ({
  provider: 'chat',
  segment: 'chat',
  async parse(body, { url = '', method }) {
    const room = ROOM.exec(url.split('?')[0] ?? '')?.[1];
    if (room === undefined) return { reply: answer(404, 'The sandbox knows only POST /chat/:name.') };
    if (method !== 'POST') return { reply: answer(405, 'method_not_allowed', { allow: 'POST' }) };
    return sendOf(room, body);
  },
  messageId: () => randomBytes(12).toString('base64url'),
  accepted({ operation }, messageId) {
    const taken = CHAT_FORMATS.find(({ name }) => name === operation)?.taken(messageId);
    return answer(taken?.status ?? 200, taken?.body ?? 'ok', { 'content-type': taken?.type ?? 'text/plain' });
  },
  withoutMessageId: () => answer(200, 'ok'),
  refused(refusal) {
    const { status, body } = REFUSALS[refusal.mode](refusal);
    return answer(status, refusal.code ?? body, retryAfterHeaders(refusal));
  },
  tooLarge: (maxBytes) => answer(413, `The request is over ${maxBytes} bytes.`),
});
