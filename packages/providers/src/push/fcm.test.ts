import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { createFcm } from './fcm.js';
import { accepted, failed, json, sendThrough, settings, token } from './fcm-endpoint.test-support.js';
import { push } from './push-message.test-support.js';

let endpoint: VendorEndpoint;
let google: VendorEndpoint;
const NAME = 'projects/erp-prod/messages/0:1500415314455276%31bd1c9631bd1c96';

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted(NAME));
  google = await startVendorEndpoint(token('ya29.a'));
});
afterAll(() => Promise.all([endpoint.close(), google.close()]));
beforeEach(() => {
  endpoint.requests.length = 0;
  endpoint.reply = accepted(NAME);
});

const own = (base = '') => settings(`${endpoint.url}${base}`, google.url);

/** The `message` of the one request that a push makes. */
const sent = async (change: Parameters<typeof push>[0] = {}) => {
  await sendThrough(own(), push(change));
  expect(endpoint.requests).toHaveLength(1);
  return JSON.parse(endpoint.requests[0]?.body ?? '').message;
};

describe('an acceptance', () => {
  it('carries the message’s name', async () => {
    expect(await sendThrough(own())).toEqual({ kind: 'accepted', messageId: NAME, status: 200 });
  });

  it.each([{}, { name: '' }, { name: 7 }])('R-4.6 without a name is a failure: %j', async (body) => {
    endpoint.reply = json(200, body);
    const expected = { kind: 'refused', failure: 'transient', code: 'accepted_without_id', withoutId: true };
    expect(await sendThrough(own())).toMatchObject(expected);
  });

  it.each(['<html>Welcome</html>', '{"name":"proj', 'null', ''])(
    'R-4.9a that can’t be read proves nothing: %j',
    async (body) => {
      endpoint.reply = respond(200, body);
      expect(await sendThrough(own())).toMatchObject({ kind: 'ambiguous', code: 'http_200' });
    },
  );
});

describe('the request', () => {
  it('is the send call of the project below the base address, with the access token', async () => {
    for (const base of ['', '/fcm', '/fcm/']) {
      endpoint.requests.length = 0;
      await sendThrough(own(base));
      expect(endpoint.requests[0]).toMatchObject({
        path: `${base.replace(/\/$/, '')}/v1/projects/erp-prod/messages:send`,
        headers: { authorization: 'Bearer ya29.a', 'content-type': 'application/json' },
      });
    }
  });

  it('R-4.13 carries the delivery’s key in its data, and what the device shows', async () => {
    expect(await sent()).toEqual({
      token: 'a'.repeat(64),
      notification: { title: 'Order PO-4482', body: 'Café & Söhne has approved it.' },
      data: { crier_key: '0192f0a1b2c38abc8def0123456789ab', url: 'https://erp.example.com/po/4482' },
      android: {
        priority: 'NORMAL',
        ttl: '3600s',
        collapse_key: 'purchase_order:PO-4482',
        notification: { tag: 'purchase_order:PO-4482' },
      },
      apns: {
        headers: {
          'apns-expiration': '1796003600',
          'apns-priority': '5',
          'apns-collapse-id': 'purchase_order:PO-4482',
        },
      },
      webpush: { headers: { TTL: '3600', Urgency: 'normal' } },
    });
  });

  it('leaves out what there is not, and is high when it is urgent', async () => {
    const message = await sent({ url: null, collapseKey: null, urgent: true });
    expect(message.data).toEqual({ crier_key: '0192f0a1b2c38abc8def0123456789ab' });
    expect(message.android).toEqual({ priority: 'HIGH', ttl: '3600s' });
    expect(message.apns.headers).toEqual({ 'apns-expiration': '1796003600', 'apns-priority': '10' });
    expect(message.webpush.headers).toEqual({ TTL: '3600', Urgency: 'high' });
  });

  it.each([
    [0, 0, '0'],
    [-5, 0, '0'],
    [12.9, 12, '1796000012'],
    [9_999_999, 2_419_200, '1805999999'],
  ])('keeps a message of %d s for %d s: four weeks at most; at Apple’s until %s', async (ttlSeconds, kept, until) => {
    const { android, apns, webpush } = await sent({ ttlSeconds });
    expect([android.ttl, webpush.headers.TTL]).toEqual([`${kept}s`, String(kept)]);
    expect(apns.headers['apns-expiration']).toBe(until);
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => createFcm({ ...settings(url, google.url), ...change }),
  message: push,
  accepted: accepted('x'),
  failures: [
    failed(500, 'INTERNAL'),
    failed(503, 'UNAVAILABLE'),
    failed(429, 'RESOURCE_EXHAUSTED'),
    failed(404, 'NOT_FOUND', { own: 'UNREGISTERED' }),
    failed(401, 'UNAUTHENTICATED'),
    respond(307, '', { location: '/elsewhere' }),
  ],
});

it.each([
  { projectId: undefined },
  { clientEmail: '' },
  { privateKey: undefined },
  { privateKey: '-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----\n' },
])('R-4.7 says that our configuration is at fault when the account is not whole: %j', async (change) => {
  const expected = { kind: 'refused', failure: 'configuration', code: 'no_credentials' };
  expect(await sendThrough({ ...own(), ...change })).toMatchObject(expected);
  expect(endpoint.requests).toHaveLength(0);
});

it('R-4.9 has nothing that an unknown outcome could be settled by', () => {
  expect(createFcm(own())).toMatchObject({ name: 'fcm', reconciliation: [] });
});
