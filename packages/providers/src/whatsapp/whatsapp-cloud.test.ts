import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { createWhatsappCloud } from './whatsapp-cloud.js';
import { accepted, failed, json, sendThrough, settings, whatsapp } from './whatsapp-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('wamid.1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
  endpoint.reply = accepted('wamid.1');
});

/** The JSON of the one request that a message makes. */
const sent = async (change: Parameters<typeof whatsapp>[0] = {}) => {
  await sendThrough(endpoint.url, { message: whatsapp(change) });
  expect(endpoint.requests).toHaveLength(1);
  return JSON.parse(endpoint.requests[0]?.body ?? '');
};

describe('an acceptance', () => {
  it('carries the provider’s message id', async () => {
    expect(await sendThrough(endpoint.url)).toEqual({ kind: 'accepted', messageId: 'wamid.1', status: 200 });
  });

  it.each([
    ['no messages', { messaging_product: 'whatsapp' }],
    ['an empty list', { messages: [] }],
    ['a message without one', { messages: [{ message_status: 'accepted' }] }],
    ['an empty one', { messages: [{ id: '' }] }],
    ['one that is no text', { messages: [{ id: 7 }] }],
    ['nothing at all', {}],
  ])('R-4.6 without a message id is a failure: %s', async (_what, body) => {
    endpoint.reply = json(200, body);
    const expected = { kind: 'refused', failure: 'transient', code: 'accepted_without_id', withoutId: true };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    ['a page', '<html><body>Welcome to the hotel</body></html>'],
    ['half of it', '{"messaging_product":"whatsapp","messages":[{"id":"wa'],
    ['a word', '"ok"'],
    ['null', 'null'],
    ['nothing', ''],
  ])('R-4.9a that can’t be read proves nothing: %s', async (_what, body) => {
    endpoint.reply = respond(200, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', code: 'http_200', status: 200 });
  });

  it('R-4.9a is not read without end', async () => {
    endpoint.reply = respond(200, JSON.stringify({ messages: [{ id: 'wamid.1' }], more: 'x'.repeat(200_000) }));
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous' });
  });
});

describe('R-4.9a a refusal whose body was cut off is one by its status', () => {
  it.each([
    [429, 'transient', 'throttled'],
    [503, 'transient', 'provider_5xx'],
    [400, 'permanent', 'rejected'],
  ])('%i is %s, %s', async (status, failure, deadReason) => {
    endpoint.reply = (response) => {
      response.writeHead(status, { 'content-length': '1000', 'retry-after': '9' });
      response.write('{"err', () => response.destroy());
    };
    const expected = { kind: 'refused', failure, deadReason, status, retryAfterMs: 9_000 };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
  });
});

it('R-4.9a a refusal stays one when time is up in the middle of its body', async () => {
  endpoint.reply = (response) => void response.writeHead(429, { 'content-length': '1000' }).write('{"err');
  const provider = createWhatsappCloud(settings(endpoint.url));
  onTestFinished(provider.close);
  const answer = await provider.send(whatsapp(), AbortSignal.timeout(500));
  expect(answer).toMatchObject({ kind: 'refused', deadReason: 'throttled', status: 429 });
});

describe('the request', () => {
  it('is the messages call of the phone id below the base address', async () => {
    for (const base of ['', '/whatsapp', '/whatsapp/']) {
      endpoint.requests.length = 0;
      await sendThrough(`${endpoint.url}${base}`, { settings: { token: 'EAAG-secret\n' } });
      expect(endpoint.requests[0]).toMatchObject({
        path: `${base.replace(/\/$/, '')}/v23.0/106540352242922/messages`,
        headers: { authorization: 'Bearer EAAG-secret', 'content-type': 'application/json' },
      });
    }
  });

  it('R-4.13 asks for the approved template by name, with the parameters in order and the delivery’s key', async () => {
    expect(await sent()).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+9779812345678',
      biz_opaque_callback_data: '0192f0a1b2c38abc8def0123456789ab',
      type: 'template',
      template: {
        name: 'order_approved',
        language: { code: 'en' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'PO-4482' },
              { type: 'text', text: 'Maria' },
            ],
          },
        ],
      },
    });
  });

  it('has no body component for a template without parameters', async () => {
    const template = { name: 'hello', language: 'ne', parameters: [] };
    expect((await sent({ template })).template).toEqual({ name: 'hello', language: { code: 'ne' }, components: [] });
  });

  it('has a one-time code in its text and in the button that copies it', async () => {
    const template = { name: 'one_time_password', language: 'ar', parameters: ['481902'], button: '481902' };
    const parameters = [{ type: 'text', text: '481902' }];
    expect((await sent({ template })).template.components).toEqual([
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ]);
  });

  it('has parameters in one line, which Meta would refuse otherwise', async () => {
    const parameters = ['a\r\nb', 'a\tb', 'a     b', 'a   b', 'Café & Söhne'];
    const { components } = (await sent({ template: { name: 'hello', language: 'en', parameters } })).template;
    const texts = components[0].parameters.map(({ text }: { text: string }) => text);
    expect(texts).toEqual(['a b', 'a b', 'a b', 'a   b', 'Café & Söhne']);
  });

  it('is free text without a template, as it was written', async () => {
    expect(await sent({ template: null, text: 'नमस्ते, Café & "Söhne"' })).toMatchObject({
      type: 'text',
      text: { body: 'नमस्ते, Café & "Söhne"', preview_url: false },
      biz_opaque_callback_data: '0192f0a1b2c38abc8def0123456789ab',
    });
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => createWhatsappCloud({ ...settings(url), ...change }),
  message: whatsapp,
  accepted: accepted('x'),
  failures: [
    failed(500, 1),
    failed(503, 2),
    failed(429, 130429),
    failed(400, 131026),
    failed(401, 190),
    respond(307, '', { location: '/elsewhere' }),
  ],
});

it('R-4.7 says that our configuration is at fault when there is no token or no number', async () => {
  for (const change of [{ token: undefined }, { token: '' }, { phoneId: undefined }]) {
    const expected = { kind: 'refused', failure: 'configuration', code: 'no_credentials' };
    expect(await sendThrough(endpoint.url, { settings: change })).toMatchObject(expected);
  }
  expect(endpoint.requests).toHaveLength(0);
});

describe('R-4.9a a call that never began is a refusal', () => {
  it('because of a token that no header can hold', async () => {
    const answer = await sendThrough(endpoint.url, { settings: { token: 'EAAG\nsecret' } });
    expect(answer).toMatchObject({ kind: 'refused', failure: 'transient', code: 'ERR_INVALID_CHAR' });
    expect(endpoint.requests).toHaveLength(0);
  });

  it.each([
    ['was over before', () => AbortSignal.abort()],
    ['ended while the connection came about', () => AbortSignal.timeout(100)],
  ])('because it %s', async (_when, signal) => {
    const silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const provider = createWhatsappCloud(settings(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`));
    onTestFinished(() => {
      provider.close();
      silent.close();
    });
    expect(await provider.send(whatsapp(), signal())).toMatchObject({ kind: 'refused', failure: 'transient' });
  });
});

it('R-4.9 is settled by its callback', () => {
  expect(createWhatsappCloud(settings(endpoint.url))).toMatchObject({
    name: 'whatsapp-cloud',
    reconciliation: ['callback'],
  });
});

it('goes straight to its endpoint, whatever proxy the environment names', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'accepted' });
});
