import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { OutgoingPush } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { push } from './push-message.test-support.js';
import { readJwt } from './read-jwt.test-support.js';
import { createWebpush } from './webpush.js';
import { accepted, browser, sendThrough, settings, vapidPublicKey } from './webpush-endpoint.test-support.js';

let endpoint: VendorEndpoint;
const LOCATION = 'https://push.example.com/m/abc';

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted(LOCATION));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
  endpoint.reply = accepted(LOCATION);
});

const here = (path = '/push/abc') => browser.subscription(`${endpoint.url}${path}`);
const send = (change: Partial<OutgoingPush> = {}) => sendThrough(settings(), { token: here(), ...change });

/** The one request that a push makes. */
const sent = async (change: Partial<OutgoingPush> = {}) => {
  await send(change);
  expect(endpoint.requests).toHaveLength(1);
  return endpoint.requests[0] ?? { path: '', headers: {}, body: '' };
};

/** One that keeps the bytes of the message that it takes. */
const startPushService = async () => {
  const server = createServer();
  const body = once(server, 'request').then(async ([request, response]) => {
    const bytes = await buffer(request);
    response.writeHead(201, { location: LOCATION }).end();
    return bytes;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, body };
};

describe('an acceptance', () => {
  it('carries the message’s own address', async () => {
    expect(await send()).toEqual({ kind: 'accepted', messageId: LOCATION, status: 201 });
  });

  it.each([
    ['apns-id', 'A1B2'],
    ['x-wns-msg-id', 'C3D4'],
  ])('carries %s where there is no Location', async (header, id) => {
    endpoint.reply = respond(201, '', { [header]: id });
    expect(await send()).toEqual({ kind: 'accepted', messageId: id, status: 201 });
  });

  it.each([201, 202])('R-4.6 without any is a failure: %i', async (status) => {
    endpoint.reply = respond(status, '');
    const expected = { kind: 'refused', failure: 'transient', code: 'accepted_without_id', withoutId: true };
    expect(await send()).toMatchObject(expected);
  });

  it.each([200, 204])('R-4.9a that no push service gives proves nothing: %i', async (status) => {
    endpoint.reply = respond(status, '');
    expect(await send()).toMatchObject({ kind: 'ambiguous', status });
  });
});

describe('the request', () => {
  it('R-4.13 is for the subscription, with the delivery’s key as its topic', async () => {
    const { path, headers } = await sent({ token: here('/push/abc?x=1') });
    expect(path).toBe('/push/abc?x=1');
    expect(headers).toMatchObject({
      ttl: '3600',
      urgency: 'normal',
      topic: '0192f0a1b2c38abc8def0123456789ab',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    });
  });

  it('is signed with our VAPID key for the push service (RFC 8292)', async () => {
    const { headers } = await sent();
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(key).toBe(vapidPublicKey.toString('base64url'));
    const [x, y] = [vapidPublicKey.subarray(1, 33), vapidPublicKey.subarray(33)].map((n) => n.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
    const { claims } = readJwt(token, createPublicKey({ key: jwk, format: 'jwk' }));
    expect(claims).toMatchObject({ aud: endpoint.url, sub: 'mailto:ops@example.com' });
  });

  it('can be read by the browser, and by nobody on the way', async () => {
    const { url, body } = await startPushService();
    await sendThrough(settings(), { token: browser.subscription(`${url}/push/abc`) });
    expect((await body).includes('PO-4482')).toBe(false);
    expect(browser.read(await body)).toEqual({
      title: 'Order PO-4482',
      body: 'Café & Söhne has approved it.',
      url: 'https://erp.example.com/po/4482',
      tag: 'purchase_order:PO-4482',
      key: '0192f0a1b2c38abc8def0123456789ab',
    });
  });

  it.each([
    [0, '0'],
    [-1, '0'],
    [59.9, '59'],
  ])('keeps a message of %d s for %s', async (ttlSeconds, ttl) => {
    expect((await sent({ ttlSeconds, urgent: true })).headers).toMatchObject({ ttl, urgency: 'high' });
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => {
    const webpush = createWebpush(settings(change));
    // Here the address comes with the message; a name that is not this machine's is for https alone.
    const token = browser.subscription(`${url.replace('http://no-such', 'https://no-such')}/push/abc`);
    return { ...webpush, send: (message, signal) => webpush.send({ ...message, token }, signal) };
  },
  message: push,
  accepted: accepted('/m/1'),
  failures: [500, 503, 429, 410, 401, 307].map((status) => respond(status, '', { location: '/elsewhere' })),
});

describe('R-4.7 a subscription that is none', () => {
  const { keys } = JSON.parse(browser.subscription('https://push.example.com'));

  it.each([
    'a'.repeat(64),
    'null',
    '[]',
    JSON.stringify({ keys }),
    JSON.stringify({ endpoint: 'push.example.com/x', keys }),
    JSON.stringify({ endpoint: ['https://push.example.com/x'], keys }),
    JSON.stringify({ endpoint: 'https://push.example.com/x' }),
    JSON.stringify({ endpoint: 'https://push.example.com/x', keys: { ...keys, p256dh: 7 } }),
    JSON.stringify({ endpoint: 'https://push.example.com/x', keys: { ...keys, p256dh: 'BAAA' } }),
    JSON.stringify({ endpoint: 'https://push.example.com/x', keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }),
    JSON.stringify({ endpoint: 'https://push.example.com/x', keys: { ...keys, auth: 'AA' } }),
  ])('is a bad address: %s', async (token) => {
    const expected = { kind: 'refused', failure: 'permanent', deadReason: 'bad_address', suppress: 'bad_address' };
    expect(await send({ token })).toMatchObject({ ...expected, code: 'bad_subscription' });
  });
});

it.each([
  undefined,
  { subject: 'ops@example.com', publicKey: vapidPublicKey.toString('base64url'), privateKey: 'A'.repeat(43) },
  { subject: 'mailto:ops@example.com', publicKey: 'BAAA', privateKey: 'A'.repeat(43) },
  { subject: 'mailto:ops@example.com', publicKey: vapidPublicKey.toString('base64url'), privateKey: 'short' },
])('R-4.7 says that our configuration is at fault when the VAPID keys can’t be used: %j', async (vapid) => {
  const expected = { kind: 'refused', failure: 'configuration', code: 'no_credentials' };
  expect(await sendThrough(settings({ vapid }), { token: here() })).toMatchObject(expected);
  expect(endpoint.requests).toHaveLength(0);
});

it('R-4.9 has nothing that an unknown outcome could be settled by', () => {
  expect(createWebpush(settings())).toMatchObject({ name: 'webpush', reconciliation: [] });
});

it('goes straight to its endpoint, whatever proxy the environment names', async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await send()).toMatchObject({ kind: 'accepted' });
});
