import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { jsonOf } from '../../json-body.js';
import type { Send } from '../../send.js';
import type { Reply, VendorDeps, VendorFactory } from '../../vendor.js';
import {
  fcmBadField,
  fcmError,
  fcmJson,
  fcmNotFound,
  fcmRefusal,
  fcmTooLarge,
  fcmUnauthenticated,
} from './fcm-errors.js';
import { fcmContent, fcmKey, fcmTarget, readFcmRequest } from './fcm-message.js';
import { fcmToken } from './fcm-token.js';

/** https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send */
const SEND = /^\/fcm\/v1\/projects\/([\w-]+)\/messages:send$/;

const sendOf = (body: Buffer, project: string, { tokens }: VendorDeps): { send: Send } | { reply: Reply } => {
  const input = jsonOf(body);
  const request = readFcmRequest(input);
  if ('field' in request) return { reply: fcmBadField(request.field, request.description) };
  const to = fcmTarget(request);
  if (tokens.since('fcm', to) !== undefined) return { reply: fcmError('UNREGISTERED') };
  if (request.validate_only) return { reply: fcmJson(200, { name: `projects/${project}/messages/fake_message_id` }) };
  const content = fcmContent(request);
  return {
    send: {
      operation: 'messages:send',
      from: project,
      to: [to],
      key: fcmKey(request),
      account: project,
      sizeBytes: body.length,
      content: async () => content,
      raw: () => input,
    },
  };
};

const refusedAtTheDoor = ({ method, headers }: IncomingMessage): Reply | undefined => {
  if (method !== 'POST') return fcmNotFound();
  return /^Bearer\s+\S/i.test(headers.authorization ?? '') ? undefined : fcmUnauthenticated();
};

/** FCM's HTTP v1 API and the token endpoint for its service accounts. Any access token will do, but there must be one. */
export const createFcm: VendorFactory = (deps) => ({
  provider: 'fcm',
  segment: 'fcm',
  async parse(body, req) {
    const path = req.url?.split('?')[0] ?? '';
    if (path === '/fcm/token' && req.method === 'POST') return { reply: fcmToken(body, deps.now()) };
    const project = SEND.exec(path)?.[1];
    if (project === undefined) return { reply: fcmNotFound() };
    const reply = refusedAtTheDoor(req);
    return reply ? { reply } : sendOf(body, project, deps);
  },
  messageId: (at, { account }) => `projects/${account}/messages/0:${at * 1000}%${randomBytes(8).toString('hex')}`,
  accepted: (_send, messageId) => fcmJson(200, { name: messageId }),
  withoutMessageId: () => fcmJson(200, {}),
  refused: fcmRefusal,
  tooLarge: fcmTooLarge,
});
