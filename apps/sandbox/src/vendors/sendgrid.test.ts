import client from '@sendgrid/client';
import sendgrid from '@sendgrid/mail';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf, useSandbox } from '../testing/use-sandbox.js';

const sandbox = useSandbox();
type Mail = Parameters<typeof sendgrid.send>[0];
const MAIL = {
  to: 'asha@example.com',
  from: { email: 'erp@example.com', name: 'ERP' },
  subject: 'Approved',
  text: 'PO-4482 was approved.',
};
const PATIENT_MS = 30_000;
const IMPATIENT_MS = 250;

beforeEach(() => {
  client.setApiKey('SG.any');
  client.setDefaultRequest('baseUrl', `${sandbox.url()}/sendgrid`);
  sendgrid.setClient(client);
  sendgrid.setTimeout(PATIENT_MS);
});
const send = async (mail: object = {}) => {
  const [answer] = await sendgrid.send({ ...MAIL, ...mail } as Mail);
  return answer;
};
const refusal = (mail: object = {}) =>
  send(mail).then(
    (answer) => new Error(`it was accepted with ${answer.statusCode}`),
    (error) => error,
  );
const post = (body: unknown, headers: Record<string, string> = {}) =>
  sandbox.call('POST', '/sendgrid/v3/mail/send', typeof body === 'string' ? body : JSON.stringify(body), {
    authorization: 'Bearer any',
    'content-type': 'application/json',
    ...headers,
  });
const WIRE = {
  personalizations: [{ to: [{ email: 'asha@example.com' }] }],
  from: { email: 'erp@example.com' },
  subject: 'Approved',
  content: [{ type: 'text/plain', value: 'text' }],
};

describe('SendGrid through its SDK', () => {
  it('accepts a mail with 202 and an id, and keeps what it said', async () => {
    const answer = await send({
      subject: 'Café & Söhne',
      text: 'स्वीकृत भयो',
      html: '<p>+ / = & %41</p>',
      customArgs: { 'crier-key': keyOf(1) },
    });
    expect(answer.statusCode).toBe(202);
    const { total, messages } = await sandbox.messages('?provider=sendgrid');
    expect(total).toBe(1);
    expect(messages[0]).toMatchObject({
      provider: 'sendgrid',
      channel: 'email',
      to: 'asha@example.com',
      key: keyOf(1),
      subject: 'Café & Söhne',
      text: 'स्वीकृत भयो',
      html: '<p>+ / = & %41</p>',
      messageId: answer.headers['x-message-id'],
      raw: { from: { email: 'erp@example.com', name: 'ERP' } },
    });
    expect(messages[0].messageId).toMatch(/^[\w-]{22}$/);
  });

  it('reads the key of a personalization before that of the mail, and joins its recipients', async () => {
    await send({
      customArgs: { 'crier-key': keyOf(1) },
      personalizations: [
        {
          to: [{ email: 'asha@example.com' }],
          bcc: [{ email: 'audit@example.com' }],
          customArgs: { 'crier-key': keyOf(2) },
          subject: 'Its own',
        },
      ],
    });
    expect((await sandbox.messages()).messages[0]).toMatchObject({
      to: 'asha@example.com, audit@example.com',
      key: keyOf(2),
      subject: 'Its own',
      html: null,
    });
  });

  it('is one oracle with SES: a key that both accepted is a duplicate', async () => {
    await send({ customArgs: { 'crier-key': keyOf(3) } });
    await sandbox.send({ key: keyOf(3) });
    expect(await sandbox.counts()).toEqual({ total: 2, keys: 1, duplicates: [{ key: keyOf(3), count: 2 }] });
  });
});

describe('faults, as the SendGrid SDK sees them', () => {
  it.each([
    [{ mode: 'throttle' }, 429, 'too many requests', null],
    [{ mode: 'reject' }, 400, 'The message was rejected.', null],
    [{ mode: 'auth' }, 401, 'The provided authorization grant is invalid, expired, or revoked', null],
    [{ mode: 'auth', status: 403 }, 403, 'The from address does not match a verified Sender Identity.', 'from'],
    [{ mode: 'error' }, 503, 'The sandbox was asked to fail with status 503.', null],
    [{ mode: 'error', status: 500 }, 500, 'The sandbox was asked to fail with status 500.', null],
  ])('%j is %i %j, and is not counted', async (fault, code, message, field) => {
    await sandbox.fault({ provider: 'sendgrid', ...fault });
    expect(await refusal()).toMatchObject({ code, response: { body: { errors: [{ message, field, help: null }] } } });
    expect((await sandbox.counts()).total).toBe(0);
  });

  it('throttle says how long to wait when asked to, in both of its headers', async () => {
    await sandbox.fault({ mode: 'throttle', retryAfter: 7 });
    const { headers } = (await refusal()).response;
    expect(headers).toMatchObject({ 'retry-after': '7', 'x-ratelimit-remaining': '0' });
    const waitSeconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
    expect(waitSeconds).toBeGreaterThan(4);
    expect(waitSeconds).toBeLessThan(9);
    await sandbox.call('DELETE', '/sandbox/faults');
    await sandbox.fault({ mode: 'throttle' });
    const bare = (await refusal()).response.headers;
    expect(bare).not.toHaveProperty('retry-after');
    expect(bare).not.toHaveProperty('x-ratelimit-reset');
  });

  it.each([
    ['no_message_id', 0],
    ['no_message_id_after_accept', 1],
  ])('%s answers 202 without an id and counts %i', async (mode, total) => {
    await sandbox.fault({ mode });
    const { statusCode, headers } = await send();
    expect(statusCode).toBe(202);
    expect(headers).not.toHaveProperty('x-message-id');
    expect((await sandbox.counts()).total).toBe(total);
  });

  it.each([
    ['hang', 0],
    ['timeout_after_accept', 1],
  ])('%s stays silent until the client gives up and counts %i', async (mode, total) => {
    await sandbox.fault({ mode });
    sendgrid.setTimeout(IMPATIENT_MS);
    expect(await refusal()).toMatchObject({ code: 'ECONNABORTED' });
    expect((await sandbox.counts()).total).toBe(total);
  });

  it('disconnect_after_accept counts, then breaks the connection', async () => {
    await sandbox.fault({ mode: 'disconnect_after_accept' });
    expect(await refusal()).toMatchObject({ code: 'ECONNRESET' });
    expect((await sandbox.counts()).total).toBe(1);
  });

  it('of another provider do not hit it, and those of its channel do', async () => {
    await sandbox.fault({ provider: 'ses', mode: 'reject' });
    expect((await send()).statusCode).toBe(202);
    await sandbox.fault({ channel: 'email', mode: 'throttle', to: 'ASHA@example.com' });
    expect((await refusal()).code).toBe(429);
  });
});

describe('SendGrid on the wire', () => {
  it.each([
    ['no personalization', { ...WIRE, personalizations: [] }, ['personalizations']],
    ['no personalizations', { ...WIRE, personalizations: undefined }, ['personalizations']],
    ['no sender', { ...WIRE, from: undefined }, ['from.email']],
    ['a sender without address', { ...WIRE, from: { name: 'ERP' } }, ['from.email']],
    ['no recipient', { ...WIRE, personalizations: [{}] }, ['personalizations.0.to']],
    [
      'a bad recipient',
      { ...WIRE, personalizations: [{ to: [{ email: 'asha' }] }] },
      ['personalizations.0.to.0.email'],
    ],
    ['no subject', { ...WIRE, subject: undefined }, ['subject']],
    ['no content', { ...WIRE, content: [] }, ['content']],
    ['empty content', { ...WIRE, content: [{ type: 'text/html', value: '' }] }, ['content.0.value']],
    ['a custom argument that is no text', { ...WIRE, custom_args: { n: 1 } }, ['custom_args.n']],
    ['nothing at all', {}, ['personalizations', 'from.email', 'content']],
    ['a list', [], [null]],
  ])('refuses %s by its field', async (_what, body, fields) => {
    const { status, headers, json } = await post(body);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('application/json');
    expect(json.errors.map(({ field }: { field: string | null }) => field)).toEqual(fields);
    for (const { message } of json.errors) expect(message).toMatch(/^[A-Z].*\.$|^Invalid input/);
    expect((await sandbox.counts()).total).toBe(0);
  });

  it('refuses two keys in one call rather than counting one of them', async () => {
    const personalizations = [1, 2].map((n) => ({
      to: [{ email: `u${n}@example.com` }],
      custom_args: { 'crier-key': keyOf(n) },
    }));
    const { status, json } = await post({ ...WIRE, personalizations });
    expect([status, json.errors[0].field]).toEqual([400, 'personalizations']);
  });

  it.each([
    ['broken JSON', 400, '{"from":', {}],
    ['no key', 401, WIRE, { authorization: '' }],
    ['another scheme', 401, WIRE, { authorization: 'Basic YTpi' }],
    ['a form', 415, WIRE, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a body over 30 MiB', 413, 'x'.repeat(30 * 1024 * 1024 + 1), {}],
  ])('answers %s with %i, in its own form', async (_what, status, body, headers) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.json.errors[0]).toMatchObject({ field: null, help: null });
  });

  it('has no other call', async () => {
    expect((await sandbox.call('POST', '/sendgrid/v3/mail/batch', '{}')).status).toBe(404);
    expect((await sandbox.call('GET', '/sendgrid/v3/mail/send')).status).toBe(405);
  });
});
