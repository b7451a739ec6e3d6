import { GetSendQuotaCommand, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { describe, expect, it } from 'vitest';
import { keyOf, MIME, useSandbox } from '../testing/use-sandbox.js';

const sandbox = useSandbox();
const form = (body: string) => sandbox.call('POST', '/ses', body);

describe('SES through its SDK', () => {
  it('accepts SendRawEmail and keeps what it said', async () => {
    const source = [
      'From: erp@example.com',
      'To: asha@example.com',
      'Subject: =?utf-8?Q?Caf=C3=A9_&_S=C3=B6hne?=',
      'List-Unsubscribe: <https://example.com/u>',
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('स्वीकृत भयो').toString('base64'),
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>+ / = & %41</p>',
      '--x--',
      '',
    ].join('\r\n');
    const { MessageId } = await sandbox.send({ to: 'Asha@Example.com', key: keyOf(1), source });

    const { total, messages } = await sandbox.messages();
    expect(total).toBe(1);
    expect(messages[0]).toMatchObject({
      provider: 'ses',
      channel: 'email',
      to: 'Asha@Example.com',
      key: keyOf(1),
      subject: 'Café & Söhne',
      html: '<p>+ / = & %41</p>',
      messageId: MessageId,
      raw: source,
    });
    expect(messages[0].text.trim()).toBe('स्वीकृत भयो');
    expect(Date.now() - Date.parse(messages[0].at)).toBeLessThan(60_000);
  });

  it('accepts SendEmail, and joins several recipients', async () => {
    await sandbox.client().send(
      new SendEmailCommand({
        Source: 'erp@example.com',
        Destination: { ToAddresses: ['Asha <asha@example.com>'], BccAddresses: ['audit@example.com'] },
        Message: { Subject: { Data: 'A & B + C' }, Body: { Text: { Data: 'text' } } },
        Tags: [{ Name: 'crier-key', Value: keyOf(2) }],
      }),
    );
    const { messages } = await sandbox.messages('?to=AUDIT@example.com');
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      to: 'asha@example.com, audit@example.com',
      key: keyOf(2),
      subject: 'A & B + C',
      text: 'text',
      html: null,
    });
  });

  it('gives every message an id of its own, in the form of SES', async () => {
    const ses = sandbox.client();
    const sent = await Promise.all(Array.from({ length: 50 }, (_, n) => sandbox.send({ key: keyOf(n) }, ses)));
    const ids = sent.map(({ MessageId }) => MessageId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-000000$/);
  });

  it('takes sender and recipients from the header when the call names none, as SES does', async () => {
    await sandbox.client().send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(MIME) } }));
    expect((await sandbox.messages()).messages[0]).toMatchObject({ to: 'asha@example.com', key: null });
  });

  it('answers GetSendQuota with what was sent', async () => {
    await sandbox.send();
    await sandbox.send();
    expect(await sandbox.client().send(new GetSendQuotaCommand({}))).toMatchObject({
      SentLast24Hours: 2,
      MaxSendRate: 2000,
    });
  });

  it.each([
    ['no recipient anywhere', { RawMessage: { Data: Buffer.from('From: a@b.c\r\n\r\nx') } }, 'InvalidParameterValue'],
    ['no sender anywhere', { RawMessage: { Data: Buffer.from('To: a@b.c\r\n\r\nx') } }, 'InvalidParameterValue'],
    [
      'an empty message',
      { Source: 'a@b.c', Destinations: ['a@b.c'], RawMessage: { Data: Buffer.from('') } },
      'ValidationError',
    ],
    [
      'an address without domain',
      { Source: 'a@b.c', Destinations: ['asha'], RawMessage: { Data: Buffer.from(MIME) } },
      'InvalidParameterValue',
    ],
  ])('refuses SendRawEmail with %s', async (_what, input, name) => {
    const error = await sandbox
      .client()
      .send(new SendRawEmailCommand(input))
      .catch((e) => e);
    expect(error).toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
    expect((await sandbox.counts()).total).toBe(0);
  });
});

describe('SES on the wire', () => {
  it.each([
    ['Action=ListIdentities&Version=2010-12-01', 'InvalidAction'],
    ['Version=2010-12-01', 'MissingAction'],
    ['', 'MissingAction'],
    ['Action=%zz', 'MalformedQueryString'],
    ['Action=SendEmail&Source=%C3', 'MalformedQueryString'],
    ['Action=SendEmail&Source=50%', 'MalformedQueryString'],
    ['Action=SendRawEmail', 'ValidationError'],
  ])('answers %j with 400 %s', async (body, code) => {
    const answer = await form(body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('text/xml');
    expect(answer.json).toContain(
      `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>${code}</Code>`,
    );
  });

  it('names every field that SendEmail lacks', async () => {
    const { json } = await form('Action=SendEmail&Message.Subject.Data=x');
    expect(json).toContain('3 validation errors detected');
    for (const field of ['source', 'destination', 'message.body']) expect(json).toContain(`null at '${field}'`);
  });

  it('writes an unknown action into XML without breaking it', async () => {
    expect((await form('Action=%3Cb%3E%26%00')).json).toContain('operation &lt;b&gt;&amp;\ufffd for');
  });

  it('refuses a body over 30 MiB with 413, in XML', async () => {
    const answer = await form(`Action=SendRawEmail&RawMessage.Data=${'x'.repeat(30 * 1024 * 1024)}`);
    expect(answer.status).toBe(413);
    expect(answer.json).toContain('<Code>RequestEntityTooLarge</Code>');
  });

  it('does not answer for vendors that are not there', async () => {
    expect((await sandbox.call('POST', '/nobody/v1/send', '{}')).status).toBe(404);
    expect((await sandbox.call('POST', '/sesame', 'Action=GetSendQuota')).status).toBe(404);
  });
});
