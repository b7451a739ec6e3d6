import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { describeFaults } from '../../testing/fault-contract.js';
import { keyOf, useSandbox } from '../../testing/use-sandbox.js';

const sandbox = useSandbox();
const TO = 'asha@example.com';

const transport = (options: object = {}) =>
  createTransport({ host: '127.0.0.1', port: sandbox.smtpPort(), ignoreTLS: true, ...options });
const send = async (fields: object = {}, options: object = {}) => {
  const mailer = transport(options);
  try {
    return await mailer.sendMail({
      from: 'ERP <erp@example.com>',
      to: TO,
      subject: 'स्वीकृत',
      text: 'PO-4482',
      html: '<p>PO-4482</p>',
      ...fields,
    });
  } finally {
    mailer.close();
  }
};
const refusal = (fields: object, options: object = {}) =>
  send(fields, options).then(
    ({ response }) => new Error(`it was accepted: ${response}`),
    (error) => error,
  );
const LOGIN = { auth: { user: 'erp', pass: 'any' } };

describeFaults(
  sandbox,
  {
    provider: 'smtp',
    channel: 'email',
    hasIds: false,
    to: () => TO,
    async send(key, timeoutMs) {
      const fields = { headers: { 'X-Crier-Key': key }, messageId: `<${key}@example.com>` };
      const { response } = await send(fields, { socketTimeout: timeoutMs });
      return /queued as (\S+)/.exec(response)?.[1];
    },
  },
  [
    [{ mode: 'throttle' }, { responseCode: 451, response: expect.stringContaining('451 4.4.5') }],
    [
      { mode: 'throttle', code: 421 },
      { responseCode: 421, response: expect.stringContaining('421 4.4.5') },
    ],
    [{ mode: 'reject' }, { responseCode: 550, response: expect.stringContaining('550 5.7.1') }],
    [
      { mode: 'reject', code: '5.1.1' },
      { responseCode: 550, response: expect.stringContaining('550 5.1.1') },
    ],
    [{ mode: 'auth' }, { responseCode: 535, response: expect.stringContaining('535 5.7.8') }],
    [{ mode: 'error' }, { responseCode: 451, response: expect.stringContaining('451 4.3.2') }],
    [{ mode: 'error', status: 503 }, { responseCode: 451 }],
    [
      { mode: 'error', status: 554 },
      { responseCode: 554, response: expect.stringContaining('554 5.0.0') },
    ],
  ],
);

describe('SMTP through nodemailer', () => {
  it('keeps the message as it came, its envelope and its key', async () => {
    await send({ headers: { 'X-Crier-Key': keyOf(3) }, bcc: 'audit@example.com' });
    expect((await sandbox.messages()).messages[0]).toMatchObject({
      provider: 'smtp',
      to: 'asha@example.com, audit@example.com',
      key: keyOf(3),
      subject: 'स्वीकृत',
      text: 'PO-4482',
      html: '<p>PO-4482</p>',
      raw: expect.stringContaining('X-Crier-Key: '),
    });
  });

  it('takes several messages over one connection', async () => {
    const mailer = transport({ pool: true, maxConnections: 1, ...LOGIN });
    for (const n of [1, 2, 3]) await mailer.sendMail({ from: 'a@b.c', to: TO, text: String(n) });
    mailer.close();
    expect((await sandbox.counts()).total).toBe(3);
  });

  it('refuses a login while auth is in force, and takes it otherwise', async () => {
    expect((await send({}, LOGIN)).response).toContain('queued as');
    await sandbox.fault({ provider: 'smtp', mode: 'auth', count: 1 });
    expect(await refusal({}, LOGIN)).toMatchObject({ code: 'EAUTH', responseCode: 535 });
    expect((await send({}, LOGIN)).response).toContain('queued as');
  });

  it('refuses more than 30 MiB', async () => {
    const raw = Buffer.from(`Subject: x\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(31_500)}`);
    const envelope = { from: 'erp@example.com', to: TO };
    expect(await refusal({ raw, envelope })).toMatchObject({ responseCode: 552 });
    expect((await sandbox.counts()).total).toBe(0);
  });
});
