import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { message } from './email-message.test-support.js';
import { createSes } from './ses.js';
import { accepted, failed, sendThrough, settings, xml } from './ses-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('0100-accepted'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  endpoint.requests.length = 0;
  endpoint.reply = accepted('0100-accepted');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('an acceptance', () => {
  it('carries the provider’s message id', async () => {
    expect(await sendThrough(endpoint.url)).toEqual({ kind: 'accepted', messageId: '0100-accepted', status: 200 });
  });

  it('R-4.13 sends the key as tag and header, the envelope, and one request', async () => {
    const key = '0192f0a1b2c38abc8def0123456789ab';
    await sendThrough(endpoint.url, { message: message({ key }), settings: { from: 'orders@example.com\n' } });
    expect(endpoint.requests).toHaveLength(1);
    const fields = new URLSearchParams(endpoint.requests[0]?.body);
    expect(Object.fromEntries(fields)).toMatchObject({
      Action: 'SendRawEmail',
      Source: 'orders@example.com',
      'Destinations.member.1': 'maria@example.com',
      'Tags.member.1.Name': 'crier-key',
      'Tags.member.1.Value': key,
    });
    const raw = Buffer.from(fields.get('RawMessage.Data') ?? '', 'base64').toString();
    expect(raw).toContain(`\r\nX-Crier-Key: ${key}\r\n`);
    expect(raw).toMatch(/^From: orders@example\.com\r\nTo: /);
  });

  it('R-4.15 names the type’s own sender in the envelope and in the message', async () => {
    const own = {
      from: 'Acme, Orders <orders@example.org>',
      replyTo: 'desk@example.org',
      headers: { References: '<a@b>' },
    };
    await sendThrough(endpoint.url, { message: message(own) });
    const fields = new URLSearchParams(endpoint.requests[0]?.body);
    expect(fields.get('Source')).toBe('orders@example.org');
    const raw = Buffer.from(fields.get('RawMessage.Data') ?? '', 'base64').toString();
    for (const line of ['From: "Acme, Orders" <orders@example.org>', 'Reply-To: desk@example.org', 'References: <a@b>'])
      expect(`\r\n${raw}`).toContain(`\r\n${line}\r\n`);
  });

  it.each([
    ['no result', '<SendRawEmailResponse/>'],
    ['no message id', '<SendRawEmailResponse><SendRawEmailResult/></SendRawEmailResponse>'],
    [
      'an empty message id',
      '<SendRawEmailResponse><SendRawEmailResult><MessageId></MessageId></SendRawEmailResult></SendRawEmailResponse>',
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
    ['half of it', '<SendRawEmailResponse><SendRawEm'],
  ])('R-4.9a that can’t be read proves nothing: %s', async (_what, body) => {
    endpoint.reply = xml(200, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status: 200 });
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => createSes({ ...settings(url), ...change }),
  message,
  accepted: accepted('x'),
  failures: [
    failed(500, 'InternalFailure'),
    failed(503, 'ServiceUnavailable'),
    failed(400, 'Throttling'),
    failed(429, 'X'),
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
