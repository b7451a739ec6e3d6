import { generateKeyPairSync, sign } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeFaults } from '../../testing/fault-contract.js';
import { Refused } from '../../testing/fetch-or-throw.js';
import { keyOf, useSandbox } from '../../testing/use-sandbox.js';

const sandbox = useSandbox();
const TOKEN = 'a'.repeat(64);
const PATH = `/3/device/${TOKEN}`;
const uuidOf = (key: string) => key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwt = (claims: object = {}, header: object = {}) => {
  const parts = [
    { alg: 'ES256', kid: 'KEYID12345', ...header },
    { iss: 'TEAMID1234', iat: Math.floor(Date.now() / 1000), ...claims },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `bearer ${parts.join('.')}.${signature.toString('base64url')}`;
};

let session: ClientHttp2Session;
beforeEach(() => {
  session = connect(sandbox.apnsUrl());
});
afterEach(() => session.destroy());

interface Push {
  readonly path?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly payload?: unknown;
  readonly timeoutMs?: number;
}
/** One push over the session: the `apns-id` of the answer. */
const push = ({ path = PATH, headers = {}, payload = { aps: { alert: 'x' } }, timeoutMs = 20_000 }: Push = {}) =>
  new Promise<string | undefined>((resolve, reject) => {
    const wanted = {
      authorization: jwt(),
      'apns-topic': 'com.example.erp',
      ':method': 'POST',
      ':path': path,
      ...headers,
    };
    const stream = session.request(
      Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    );
    let answer: Record<string, unknown> | undefined;
    let body = '';
    stream.setTimeout(timeoutMs, () => {
      reject(new Error('timed out'));
      stream.close();
    });
    stream.on('response', (got) => {
      answer = got;
    });
    stream.on('data', (chunk) => {
      body += chunk;
    });
    stream.on('error', reject);
    stream.on('close', () => {
      if (!answer) return reject(new Error('the stream was reset'));
      const status = Number(answer[':status']);
      if (status === 200) return resolve(answer['apns-id'] as string | undefined);
      reject(new Refused(status, JSON.parse(body), answer as Record<string, string>));
    });
    stream.end(typeof payload === 'string' ? payload : JSON.stringify(payload));
  });
const refusal = (wanted: Push) =>
  push(wanted).then(
    (id) => new Error(`it was accepted as ${id}`),
    (error) => error,
  );

describeFaults(
  sandbox,
  {
    provider: 'apns',
    channel: 'push',
    to: () => TOKEN,
    send: (key, timeoutMs) => push({ headers: { 'apns-id': uuidOf(key) }, timeoutMs }),
  },
  [
    [
      { mode: 'throttle', retryAfter: 3 },
      { status: 429, body: { reason: 'TooManyRequests' }, headers: expect.objectContaining({ 'retry-after': '3' }) },
    ],
    [{ mode: 'reject' }, { status: 400, body: { reason: 'BadDeviceToken' } }],
    [
      { mode: 'reject', code: 'Unregistered' },
      { status: 410, body: { reason: 'Unregistered', timestamp: expect.any(Number) } },
    ],
    [{ mode: 'auth' }, { status: 403, body: { reason: 'InvalidProviderToken' } }],
    [
      { mode: 'auth', code: 'ExpiredProviderToken' },
      { status: 403, body: { reason: 'ExpiredProviderToken' } },
    ],
    [{ mode: 'error' }, { status: 503, body: { reason: 'ServiceUnavailable' } }],
    [
      { mode: 'error', status: 500 },
      { status: 500, body: { reason: 'InternalServerError' } },
    ],
  ],
);

describe('APNs over HTTP/2', () => {
  it('answers with the id that the push brings, or with one of its own', async () => {
    expect(await push({ headers: { 'apns-id': uuidOf(keyOf(5)).toUpperCase() } })).toBe(uuidOf(keyOf(5)));
    expect(await push()).toMatch(/^[0-9a-f-]{36}$/);
    const { messages } = await sandbox.messages();
    expect(messages.map(({ key }: { key: string | null }) => key)).toEqual([null, keyOf(5)]);
  });

  it.each([
    [{ aps: { alert: { title: 'Approved', body: 'स्वीकृत भयो' } } }, { subject: 'Approved', text: 'स्वीकृत भयो' }],
    [{ aps: { alert: 'only this' } }, { subject: null, text: 'only this' }],
    [{ aps: { 'content-available': 1 } }, { subject: null, text: null }],
  ])('keeps what the lock screen shows of %j', async (payload, content) => {
    await push({ payload });
    expect((await sandbox.messages()).messages[0]).toMatchObject({ ...content, raw: payload });
  });

  it('takes many pushes over one connection at once', async () => {
    const keys = Array.from({ length: 100 }, (_, n) => keyOf(n + 1));
    await Promise.all(keys.map((key) => push({ headers: { 'apns-id': uuidOf(key) } })));
    expect(await sandbox.counts()).toEqual({ total: 100, keys: 100, duplicates: [] });
  });

  it('knows since when a token is gone', async () => {
    const before = Date.now();
    await sandbox.call('POST', '/sandbox/unregister', JSON.stringify({ provider: 'apns', token: TOKEN }));
    const { status, body } = await refusal({});
    expect([status, body.reason]).toEqual([410, 'Unregistered']);
    expect(body.timestamp).toBeGreaterThanOrEqual(before);
    await sandbox.call('DELETE', '/sandbox/unregister');
    expect(await push()).toBeTruthy();
  });

  it.each<[string, Push, number, string]>([
    ['no topic', { headers: { 'apns-topic': undefined } }, 400, 'MissingTopic'],
    ['an id that is no UUID', { headers: { 'apns-id': 'x' } }, 400, 'BadMessageId'],
    ['no token of ours', { headers: { authorization: undefined } }, 403, 'MissingProviderToken'],
    ['a token of another kind', { headers: { authorization: jwt({}, { alg: 'RS256' }) } }, 403, 'InvalidProviderToken'],
    ['an old token', { headers: { authorization: jwt({ iat: 1 }) } }, 403, 'ExpiredProviderToken'],
    ['nothing to say', { payload: '' }, 400, 'PayloadEmpty'],
    ['too much', { payload: { aps: { alert: 'x'.repeat(4096) } } }, 413, 'PayloadTooLarge'],
    ['another path', { path: '/3/device/' }, 404, 'BadPath'],
    ['another method', { headers: { ':method': 'PUT' } }, 405, 'MethodNotAllowed'],
  ])('refuses %s', async (_what, wanted, status, reason) => {
    expect(await refusal(wanted)).toMatchObject({ status, body: { reason } });
    expect((await sandbox.counts()).total).toBe(0);
  });
});
