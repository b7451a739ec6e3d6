import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { message } from './sms-message.test-support.js';
import { createSns } from './sns.js';
import { accepted, failed, sendThrough, settings, xml } from './sns-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('m-1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  endpoint.requests.length = 0;
  endpoint.reply = accepted('m-1');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** The attributes of the one request that a message makes, by name. */
const attributes = (form: URLSearchParams): Record<string, string | null> => {
  const all: Record<string, string | null> = {};
  for (let n = 1; form.has(`MessageAttributes.entry.${n}.Name`); n++) {
    expect(form.get(`MessageAttributes.entry.${n}.Value.DataType`)).toBe('String');
    all[form.get(`MessageAttributes.entry.${n}.Name`) ?? ''] = form.get(
      `MessageAttributes.entry.${n}.Value.StringValue`,
    );
  }
  return all;
};

describe('an acceptance', () => {
  it('carries the provider’s message id', async () => {
    expect(await sendThrough(endpoint.url)).toEqual({ kind: 'accepted', messageId: 'm-1', status: 200 });
  });

  it('R-4.13 is of one request, with the number, the text and the key', async () => {
    const text = 'नमस्ते & 100 % + 1\nसलाम';
    await sendThrough(endpoint.url, { message: message({ text }), settings: { from: 'CRIER\n' } });
    expect(endpoint.requests).toHaveLength(1);
    const form = new URLSearchParams(endpoint.requests[0]?.body);
    expect(Object.fromEntries(form)).toMatchObject({ Action: 'Publish', PhoneNumber: '+9779812345678', Message: text });
    expect(attributes(form)).toEqual({
      'AWS.SNS.SMS.SMSType': 'Transactional',
      'AWS.SNS.SMS.SenderID': 'CRIER',
      'X-Crier-Key': '0192f0a1b2c38abc8def0123456789ab',
    });
  });

  it.each([undefined, '', ' '])('names no sender when there is none: %j', async (from) => {
    await sendThrough(endpoint.url, { settings: { from } });
    expect(attributes(new URLSearchParams(endpoint.requests[0]?.body))).not.toHaveProperty('AWS.SNS.SMS.SenderID');
  });

  it.each([
    ['no result', '<PublishResponse/>'],
    ['no message id', '<PublishResponse><PublishResult/></PublishResponse>'],
    [
      'an empty message id',
      '<PublishResponse><PublishResult><MessageId></MessageId></PublishResult></PublishResponse>',
    ],
  ])('R-4.6 without a message id is a failure: %s', async (_what, body) => {
    endpoint.reply = xml(200, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({
      kind: 'refused',
      failure: 'transient',
      code: 'accepted_without_id',
      withoutId: true,
      status: 200,
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([
    ['a page', '<html><body>Welcome <br> to the hotel</body></html>'],
    ['JSON', '{"MessageId":"x"}'],
    ['half of it', '<PublishResponse><PublishRes'],
  ])('R-4.9a that can’t be read proves nothing: %s', async (_what, body) => {
    endpoint.reply = xml(200, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status: 200 });
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => createSns({ ...settings(url), ...change }),
  message,
  accepted: accepted('x'),
  failures: [
    failed(500, 'InternalError'),
    failed(503, 'ServiceUnavailable'),
    failed(429, 'Throttled'),
    failed(400, 'Throttling'),
  ],
});

it('R-4.7 says that our configuration is at fault when there are no credentials', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE', 'AWS_ROLE_ARN'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
  expect(await sendThrough(endpoint.url)).toMatchObject({
    kind: 'refused',
    failure: 'configuration',
    code: 'no_credentials',
  });
  expect(endpoint.requests).toHaveLength(0);
});

it('R-4.9 has nothing that settles an unknown outcome', () => {
  const sns = createSns(settings(endpoint.url));
  expect(sns).toMatchObject({ name: 'sns', timeoutMs: 5_000, reconciliation: [] });
  sns.close();
});
