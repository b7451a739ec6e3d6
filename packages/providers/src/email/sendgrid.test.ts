import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeHttpVendor } from '../http-vendor-contract.test-support.js';
import { respond, startVendorEndpoint, type VendorEndpoint } from '../vendor-endpoint.test-support.js';
import { message } from './email-message.test-support.js';
import { createSendGrid } from './sendgrid.js';
import { accepted, failed, sendThrough, settings } from './sendgrid-endpoint.test-support.js';

let endpoint: VendorEndpoint;

beforeAll(async () => {
  endpoint = await startVendorEndpoint(accepted('id-1'));
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.requests.length = 0;
  endpoint.reply = accepted('id-1');
});

/** The JSON of the one request that a message makes. */
const sent = async (change: Parameters<typeof message>[0] = {}) => {
  await sendThrough(endpoint.url, { message: message(change) });
  expect(endpoint.requests).toHaveLength(1);
  return JSON.parse(endpoint.requests[0]?.body ?? '');
};

it('R-5.3 files travel as SendGrid asks for them', async () => {
  const attachments = [
    { filename: 'बीजक.pdf', contentType: 'application/pdf', content: Buffer.from([0, 255, 10, 13]) },
  ];
  expect((await sent({ attachments })).attachments).toEqual([
    { filename: 'बीजक.pdf', type: 'application/pdf', content: 'AP8KDQ==', disposition: 'attachment' },
  ]);
  endpoint.requests.length = 0;
  expect(await sent()).not.toHaveProperty('attachments');
});

describe('an acceptance', () => {
  it('carries the provider’s message id', async () => {
    expect(await sendThrough(endpoint.url)).toEqual({ kind: 'accepted', messageId: 'id-1', status: 202 });
  });

  it('R-4.6 without a message id is a failure', async () => {
    for (const reply of [respond(202, ''), accepted('')]) {
      endpoint.requests.length = 0;
      endpoint.reply = reply;
      expect(await sendThrough(endpoint.url)).toMatchObject({
        kind: 'refused',
        failure: 'transient',
        code: 'accepted_without_id',
        withoutId: true,
        status: 202,
      });
      expect(endpoint.requests).toHaveLength(1);
    }
  });

  it.each([
    ['a page', 200, '<html><body>Welcome to the hotel</body></html>'],
    ['JSON', 200, '{"message":"success"}'],
    ['nothing', 204, ''],
  ])('R-4.9a that SendGrid does not give proves nothing: %s', async (_what, status, body) => {
    endpoint.reply = respond(status, body);
    expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'ambiguous', status });
  });

  it('R-4.9a counts when only its body was cut off: the message id came before', async () => {
    endpoint.reply = (response) => {
      response.writeHead(202, { 'content-length': '1000', 'x-message-id': 'id-2' });
      response.write('half', () => response.destroy());
    };
    expect(await sendThrough(endpoint.url)).toEqual({ kind: 'accepted', messageId: 'id-2', status: 202 });
  });
});

describe('R-4.9a a refusal whose body was cut off is one by its status', () => {
  it.each([
    [429, 'transient', 'throttled'],
    [503, 'transient', 'provider_5xx'],
    [413, 'permanent', 'rejected'],
  ])('%i is %s, %s', async (status, failure, deadReason) => {
    endpoint.reply = (response) => {
      response.writeHead(status, { 'content-length': '1000', 'retry-after': '9' });
      response.write('{"err', () => response.destroy());
    };
    const expected = { kind: 'refused', failure, deadReason, status, retryAfterMs: 9_000 };
    expect(await sendThrough(endpoint.url)).toMatchObject(expected);
  });
});

describe('the request', () => {
  it('is the v3 call below the base address, with the key of the account', async () => {
    for (const base of ['', '/sendgrid', '/sendgrid/']) {
      endpoint.requests.length = 0;
      await sendThrough(`${endpoint.url}${base}`, { settings: { apiKey: 'SG.secret\n' } });
      expect(endpoint.requests[0]).toMatchObject({
        path: `${base.replace(/\/$/, '')}/v3/mail/send`,
        headers: { authorization: 'Bearer SG.secret', 'content-type': 'application/json' },
      });
    }
  });

  it('R-4.13 R-4.15 carries the delivery’s key, and says that a machine wrote it', async () => {
    const key = '0192f0a1b2c38abc8def0123456789ab';
    expect(await sent({ key })).toMatchObject({
      custom_args: { 'crier-key': key },
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Crier-Key': key },
    });
  });

  it('has one recipient, and the text before the HTML', async () => {
    expect(await sent({ subject: 'Café & Söhne', text: 'नमस्ते {{x}}', html: '<p>&amp; -name-</p>' })).toMatchObject({
      from: { email: 'no-reply@example.com' },
      subject: 'Café & Söhne',
      personalizations: [{ to: [{ email: 'maria@example.com', name: 'Maria' }] }],
      content: [
        { type: 'text/plain', value: 'नमस्ते {{x}}' },
        { type: 'text/html', value: '<p>&amp; -name-</p>' },
      ],
    });
  });

  it('R-4.15 has the sender, the answer address and the headers of its type', async () => {
    const key = message().key;
    const headers = { 'List-Unsubscribe': '<https://crier.example.com/u?token=1>', References: '<a@b>' };
    const own = { from: 'Acme, "Orders" <orders@example.org>', replyTo: 'राम <desk@example.org>', headers };
    const mail = await sent(own);
    expect(mail).toMatchObject({
      from: { email: 'orders@example.org', name: '"Acme, \\"Orders\\""' },
      reply_to: { email: 'desk@example.org', name: 'राम' },
    });
    expect(mail.headers).toEqual({ ...headers, 'Auto-Submitted': 'auto-generated', 'X-Crier-Key': key });
    endpoint.requests.length = 0;
    expect(await sent()).not.toHaveProperty('reply_to');
  });

  it('R-4.15 lets no header begin another, and writes none in letters that a header can’t have', async () => {
    const hostile = 'a\r\nBcc: thief@example.org';
    const { headers, from, reply_to } = await sent({
      from: `${hostile} <orders@example.org>`,
      replyTo: `${hostile} <desk@example.org>`,
      headers: { Comments: `é ${hostile}`, [`X${hostile}`]: 'x' },
    });
    expect([from.name, reply_to.name]).toEqual(Array(2).fill('a Bcc: thief@example.org'));
    expect(Object.keys(headers).sort()).toEqual(['Auto-Submitted', 'Comments', 'X-Crier-Key']);
    expect(headers.Comments).toMatch(/^[\x20-\x7e]+$/);
  });

  it('asks for a body that nobody changes: no rewritten links, no pixel, no second unsubscribe link', async () => {
    expect((await sent()).tracking_settings).toEqual({
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
      ganalytics: { enable: false },
    });
  });

  it('leaves out a part that is empty, which SendGrid would refuse', async () => {
    expect((await sent({ html: '' })).content).toEqual([{ type: 'text/plain', value: 'Approved' }]);
  });

  it('lets no value begin another header', async () => {
    const name = 'a\r\nBcc: thief@example.org';
    const { subject, personalizations } = await sent({ subject: name, to: { address: 'maria@example.com', name } });
    expect([subject, personalizations[0].to[0].name]).toEqual(Array(2).fill('a Bcc: thief@example.org'));
  });

  // SendGrid reads what follows a comma or semicolon as an address, and drops the mail after its 202.
  it.each([
    ['Maria', 'Maria'],
    ['Doe, Jane', '"Doe, Jane"'],
    ['Doe; Jane', '"Doe; Jane"'],
    ['Doe, "Jane" \\', '"Doe, \\"Jane\\" \\\\"'],
    ['श्रेष्ठ, राम', '"श्रेष्ठ, राम"'],
    ['Jane "JD" Doe', 'Jane "JD" Doe'],
  ])('quotes a name that would be read as a list: %s', async (name, onTheWire) => {
    const { personalizations } = await sent({ to: { address: 'maria@example.com', name } });
    expect(personalizations[0].to).toEqual([{ email: 'maria@example.com', name: onTheWire }]);
  });

  it.each([null, '', ' '])('gives nobody a name: %j', async (name) => {
    const { personalizations } = await sent({ to: { address: 'maria@example.com', name } });
    expect(personalizations[0].to).toEqual([{ email: 'maria@example.com' }]);
  });
});

describeHttpVendor({
  endpoint: () => endpoint,
  create: (url, change) => createSendGrid({ ...settings(url), ...change }),
  message,
  accepted: accepted('x'),
  failures: [
    failed(500, { message: 'internal error' }),
    failed(503, { message: 'unavailable' }),
    failed(429, { message: 'too many requests' }),
    failed(400, { message: 'Bad Request' }),
    respond(307, '', { location: '/elsewhere' }),
    respond(302, '', { location: '/elsewhere' }),
  ],
});

it('R-4.7 says that our configuration is at fault when there is no key', async () => {
  for (const apiKey of [undefined, '']) {
    expect(await sendThrough(endpoint.url, { settings: { apiKey } })).toMatchObject({
      kind: 'refused',
      failure: 'configuration',
      code: 'no_credentials',
    });
  }
  expect(endpoint.requests).toHaveLength(0);
});

it('goes straight to its endpoint, whatever proxy the environment names', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await sendThrough(endpoint.url)).toMatchObject({ kind: 'accepted' });
});

it('writes nothing to the console, whatever the key looks like', async () => {
  const warn = vi.spyOn(console, 'warn');
  onTestFinished(() => void warn.mockRestore());
  await sendThrough(endpoint.url, { settings: { apiKey: 'sandbox' } });
  expect(warn).not.toHaveBeenCalled();
});
