import dns from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { message } from './sms-message.test-support.js';
import { createTwilio } from './twilio.js';
import { ACCOUNT, accepted, failed, json, sendThrough, settings } from './twilio-endpoint.test-support.js';

type Found = (error: null, address: unknown, family?: number) => void;

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('SM1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
  endpoint.reply = accepted('SM1');
});

/** The form of the one request that a message makes. */
const sent = async (...options: Parameters<typeof sendThrough> extends [string, ...infer Rest] ? Rest : never) => {
  await sendThrough(endpoint.url, ...options);
  expect(endpoint.requests).toHaveLength(1);
  return Object.fromEntries(new URLSearchParams(endpoint.requests[0]?.body));
};

describe('an acceptance', () => {
  it('carries Twilio’s sid', async () => {
    expect(await sendThrough(endpoint.url)).toEqual({ kind: 'accepted', messageId: 'SM1', status: 201 });
  });

  it.each([{}, { sid: null }, { sid: '' }, { sid: 7 }])('R-4.6 without a sid is a failure: %j', async (body) => {
    endpoint.reply = json(201, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({
      kind: 'refused',
      failure: 'transient',
      code: 'accepted_without_id',
      withoutId: true,
      status: 201,
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    ['a page', 200, '<html><body>Welcome to the hotel</body></html>'],
    ['a page, created', 201, '<html><body>Welcome to the hotel</body></html>'],
    ['JSON', 200, '{"message":"success"}'],
    ['a word', 201, '"yes"'],
    ['a list', 201, '[{"sid":"SM1"}]'],
    ['null', 201, 'null'],
    ['nothing', 204, ''],
    ['half of it', 201, '{"sid":"SM'],
  ])('R-4.9a that Twilio does not give proves nothing: %s', async (_what, status, body) => {
    endpoint.reply = respond(status, body, { 'content-type': 'application/json' });
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status });
  });

  it('R-4.9a whose body was cut off proves nothing: the sid did not come', async () => {
    endpoint.reply = (response) => {
      response.writeHead(201, { 'content-length': '1000' });
      response.write('{"sid":"SM1', () => response.destroy());
    };
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous' });
  });
});

describe('R-4.9a a refusal whose body was cut off is one by its status', () => {
  it.each([
    [429, 'transient', 'throttled'],
    [503, 'transient', 'provider_5xx'],
    [401, 'configuration', 'rejected'],
  ])('%i is %s, %s', async (status, failure, deadReason) => {
    endpoint.reply = (response) => {
      response.writeHead(status, { 'content-length': '1000', 'retry-after': '9' });
      response.write('{"code', () => response.destroy());
    };
    const expected = { kind: 'refused', failure, deadReason, status, retryAfterMs: 9_000 };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
  });
});

describe('the request', () => {
  it('is the call of the 2010 API below the base address, with the account’s token', async () => {
    for (const base of ['', '/twilio', '/twilio/']) {
      endpoint.requests.length = 0;
      await sendThrough(`${endpoint.url}${base}`, { settings: { authToken: 'geheim\n' } });
      expect(endpoint.requests[0]).toMatchObject({
        path: `${base.replace(/\/$/, '')}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
        headers: {
          authorization: `Basic ${Buffer.from(`${ACCOUNT}:geheim`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
    }
  });

  it('R-4.13 carries the key in the address that Twilio reports to', async () => {
    const text = 'नमस्ते & 100 % + 1\nसलाम';
    expect(
      await sent({ message: message({ text }), settings: { callbacksUrl: 'https://crier.example.com/' } }),
    ).toEqual({
      To: '+9779812345678',
      From: '+15005550006',
      Body: text,
      StatusCallback: 'https://crier.example.com/callbacks/twilio?key=0192f0a1b2c38abc8def0123456789ab#rc=5&rp=all',
    });
  });

  it('names a messaging service as one', async () => {
    const from = `MG${'a'.repeat(32)}`;
    const form = await sent({ settings: { from } });
    expect(form).toMatchObject({ MessagingServiceSid: from });
    expect(form).not.toHaveProperty('From');
  });

  it.each(['Crier', 'MGM', '+15005550006'])('names a sender as one: %s', async (from) => {
    const form = await sent({ settings: { from: ` ${from}\n` } });
    expect(form).toMatchObject({ From: from });
    expect(form).not.toHaveProperty('MessagingServiceSid');
  });

  it('goes to the address that it was given, whatever the environment says of regions and proxies', async () => {
    const elsewhere = { TWILIO_REGION: 'au1', TWILIO_EDGE: 'sydney', HTTP_PROXY: 'http://127.0.0.1:9' };
    for (const [name, value] of Object.entries(elsewhere)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'accepted' });
  });

  it('goes to a host of two names, of which the SDK alone would make `sandbox.test.sandbox.test`', async () => {
    const lookUp = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_name: string, { all }: { all?: boolean }, done: Found) =>
        all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
    onTestFinished(() => void lookUp.mockRestore());
    const { port } = new URL(endpoint.url);
    expect(await sendThrough(`http://sandbox.test:${port}`)).toMatchObject({ kind: 'accepted' });
    expect(lookUp.mock.calls.map(([name]) => name)).toEqual(['sandbox.test']);
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => createTwilio({ ...settings(url), ...change }),
  message,
  accepted: accepted('x'),
  failures: [
    failed(500, 20500),
    failed(503, 20503),
    failed(429, 20429),
    failed(400, 21211),
    respond(307, '', { location: '/elsewhere' }),
    respond(302, '', { location: '/elsewhere' }),
  ],
});

it.each([
  { accountSid: undefined },
  { accountSid: '' },
  { accountSid: `SK${'0'.repeat(32)}` },
  { authToken: undefined },
  { authToken: ' ' },
  { from: undefined },
  { from: '' },
])('R-4.7 says that our configuration is at fault when something is missing: %j', async (change) => {
  expect(await sendThrough(endpoint.url, { settings: change })).toMatchObject({
    kind: 'refused',
    failure: 'configuration',
    code: 'no_credentials',
  });
  expect(endpoint.requests).toHaveLength(0);
});

it('R-4.9 settles an unknown outcome by its callback alone', () => {
  const twilio = createTwilio(settings(endpoint.url));
  expect(twilio).toMatchObject({ name: 'twilio', timeoutMs: 5_000, reconciliation: ['callback'] });
  twilio.close();
});
