import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Send } from '../../send.js';
import type { Reply, VendorDeps, VendorFactory } from '../../vendor.js';
import { looksEncrypted } from './decrypt-push.js';
import { createVapidCheck, type VapidCheck } from './vapid.js';
import { webpushContent } from './webpush-content.js';
import { webpushError, webpushRefusal } from './webpush-errors.js';

const PATH = /^\/webpush\/([\w-]+)$/;
/** What a push service has to take (RFC 8030 7.2), and what the large ones take at most. */
const MOST_BYTES = 4096;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];
/** RFC 8030 5.4: 32 characters of base64url at most. */
const TOPIC = /^[\w-]{1,32}$/;

const wrongHeader = (headers: IncomingHttpHeaders, body: Buffer): string | undefined => {
  const { ttl, topic, urgency } = headers;
  if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return 'TTL is required, in seconds.';
  if (topic !== undefined && !TOPIC.test(String(topic))) return 'Topic has at most 32 characters of base64url.';
  if (urgency !== undefined && !URGENCIES.includes(String(urgency))) return `Urgency is ${URGENCIES.join(', ')}.`;
  if (body.length === 0) return undefined;
  if (headers['content-encoding'] !== 'aes128gcm') return 'Content-Encoding must be aes128gcm.';
  return looksEncrypted(body) ? undefined : 'The body is not encrypted as RFC 8291 says.';
};

const originOf = ({ headers }: IncomingMessage): string => `http://${headers.host}`;

const refusedAtTheDoor = (
  id: string,
  { tokens, subscriptions }: VendorDeps,
  vapid: VapidCheck,
  req: IncomingMessage,
): Reply | undefined => {
  if (req.method !== 'POST') return webpushError(405);
  const verdict = vapid(req.headers.authorization, originOf(req), subscriptions.get(id)?.applicationServerKey);
  if (verdict !== 'ok') return webpushError(verdict === 'missing' ? 401 : 403);
  return tokens.since('webpush', id) === undefined ? undefined : webpushError(410);
};

const sendOf = (id: string, body: Buffer, req: IncomingMessage, deps: VendorDeps): Send => {
  const { ttl, topic, urgency } = req.headers;
  const subscription = deps.subscriptions.get(id);
  return {
    operation: 'push',
    from: 'webpush',
    to: [id],
    key: typeof topic === 'string' ? topic : null,
    account: originOf(req),
    sizeBytes: body.length,
    content: async () => webpushContent(body, subscription),
    raw: () => ({ ttl, topic, urgency, body: body.toString('base64') }),
  };
};

/** A push service (RFC 8030). Any name is a subscription; those that the sandbox made can be read by it. */
export const createWebpush: VendorFactory = (deps) => {
  const vapid = createVapidCheck(deps.now);
  return {
    provider: 'webpush',
    segment: 'webpush',
    async parse(body, req) {
      const id = PATH.exec(req.url ?? '')?.[1];
      if (id === undefined) return { reply: webpushError(404) };
      const reply = refusedAtTheDoor(id, deps, vapid, req);
      if (reply) return { reply };
      if (body.length > MOST_BYTES) return { reply: webpushError(413) };
      const wrong = wrongHeader(req.headers, body);
      return wrong === undefined ? { send: sendOf(id, body, req, deps) } : { reply: webpushError(400, wrong) };
    },
    messageId: (_at, { account }) => `${account}/webpush/messages/${randomBytes(16).toString('base64url')}`,
    accepted: (_send, messageId) => ({ status: 201, headers: { location: messageId }, body: '' }),
    withoutMessageId: () => ({ status: 201, headers: {}, body: '' }),
    refused: webpushRefusal,
    tooLarge: () => webpushError(413),
  };
};
