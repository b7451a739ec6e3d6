import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { jsonOf } from '../../json-body.js';
import type { Send } from '../../send.js';
import type { VendorDeps, VendorFactory } from '../../vendor.js';
import { claimsOf } from '../jwt.js';
import { apnsContent } from './apns-content.js';
import { apnsError, apnsRefusal } from './apns-errors.js';

const PATH = /^\/3\/device\/([\w:-]+)$/;
const MOST_BYTES = 4096;
/** A provider token is good for an hour. */
const TOKEN_LIFE_SECONDS = 3600;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The form and the age of the token; whose key signed it the sandbox can't know. `now` in ms since the epoch. */
const tokenProblem = (authorization: string | undefined, now: number): string | undefined => {
  const token = /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return 'MissingProviderToken';
  const { header, payload } = claimsOf(token) ?? {};
  if (header?.alg !== 'ES256' || !header.kid || !payload?.iss || typeof payload.iat !== 'number')
    return 'InvalidProviderToken';
  return now / 1000 - payload.iat > TOKEN_LIFE_SECONDS ? 'ExpiredProviderToken' : undefined;
};

const problemOf = (headers: IncomingHttpHeaders, body: Buffer, now: number): string | undefined => {
  const id = headers['apns-id'];
  if (id !== undefined && !UUID.test(String(id))) return 'BadMessageId';
  if (!headers['apns-topic']) return 'MissingTopic';
  if (body.length === 0) return 'PayloadEmpty';
  if (body.length > MOST_BYTES) return 'PayloadTooLarge';
  return tokenProblem(headers.authorization, now);
};

const sendOf = (token: string, body: Buffer, { headers }: IncomingMessage): Send => {
  const id = headers['apns-id'];
  return {
    operation: String(headers['apns-push-type'] ?? 'alert'),
    from: String(headers['apns-topic']),
    to: [token],
    key: typeof id === 'string' ? id.replaceAll('-', '').toLowerCase() : null,
    sizeBytes: body.length,
    content: async () => apnsContent(body),
    raw: () => jsonOf(body) ?? body.toString(),
  };
};

const gone = (deps: VendorDeps, token: string) => {
  const timestamp = deps.tokens.since('apns', token);
  return timestamp === undefined ? undefined : apnsError('Unregistered', { timestamp });
};

/** `00112233-4455-…` of 32 hex digits. */
const uuidOf = (key: string): string => key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Apple's push service, over HTTP/2 on a port of its own. */
export const createApns: VendorFactory = (deps) => ({
  provider: 'apns',
  segment: '3',
  async parse(body, req) {
    const token = PATH.exec(req.url ?? '')?.[1];
    if (token === undefined) return { reply: apnsError('BadPath') };
    if (req.method !== 'POST') return { reply: apnsError('MethodNotAllowed') };
    const problem = problemOf(req.headers, body, deps.now());
    if (problem !== undefined) return { reply: apnsError(problem) };
    const reply = gone(deps, token);
    return reply ? { reply } : { send: sendOf(token, body, req) };
  },
  // The id is the sender's own, if it gives one.
  messageId: (_at, { key }) => (key === null ? randomUUID() : uuidOf(key)),
  accepted: (_send, messageId) => ({ status: 200, headers: { 'apns-id': messageId }, body: '' }),
  withoutMessageId: () => ({ status: 200, headers: {}, body: '' }),
  refused: (refusal) => apnsRefusal(refusal, deps.now()),
  tooLarge: () => apnsError('PayloadTooLarge'),
});
