import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import { describeFaults } from '../../testing/fault-contract.js';
import { keyOf, useSandbox } from '../../testing/use-sandbox.js';

const sandbox = useSandbox();
const SID = `AC${'1'.repeat(32)}`;
const TO = '+9779800000001';
const FROM = '+15005550006';

const client = (timeout = 20_000) => {
  const made = twilio(SID, 'any', { httpClient: new twilio.RequestClient({ timeout }) });
  made.api.baseUrl = `${sandbox.url()}/twilio`;
  return made;
};
const message = (fields: object = {}) => ({
  to: TO,
  from: FROM,
  body: 'PO-4482 स्वीकृत भयो',
  statusCallback: `https://crier.example.com/callbacks/twilio?key=${keyOf(1)}`,
  ...fields,
});
const refusal = (fields: object) =>
  client()
    .messages.create(message(fields))
    .then(
      ({ sid }) => new Error(`it was accepted as ${sid}`),
      (error) => error,
    );
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  sandbox.call('POST', `/twilio/2010-04-01/Accounts/${SID}/Messages.json`, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'Basic YTpi',
    ...headers,
  });

describeFaults(
  sandbox,
  {
    provider: 'twilio',
    channel: 'sms',
    to: () => TO,
    send: async (key, timeoutMs) =>
      (await client(timeoutMs).messages.create(message({ statusCallback: `https://x.example/cb?a=1&key=${key}` }))).sid,
  },
  [
    [{ mode: 'throttle' }, { status: 429, code: 20429 }],
    [{ mode: 'reject' }, { status: 400, code: 21211, moreInfo: 'https://www.twilio.com/docs/errors/21211' }],
    [
      { mode: 'reject', code: 21610 },
      { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
    ],
    [
      { mode: 'reject', code: 63_999 },
      { status: 400, code: 63_999 },
    ],
    [{ mode: 'auth' }, { status: 401, code: 20003 }],
    [{ mode: 'error' }, { status: 503, code: 20503 }],
    [
      { mode: 'error', status: 500 },
      { status: 500, code: 20500 },
    ],
  ],
);

describe('Twilio through its SDK', () => {
  it('answers with the queued message, and keeps what it said', async () => {
    const sent = await client().messages.create(message());
    expect(sent).toMatchObject({ accountSid: SID, to: TO, from: FROM, status: 'queued', errorCode: null });
    expect(sent.sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect((await sandbox.messages()).messages[0]).toMatchObject({
      text: 'PO-4482 स्वीकृत भयो',
      subject: null,
      html: null,
      raw: { To: TO, Body: 'PO-4482 स्वीकृत भयो' },
    });
  });

  it.each([
    [{ to: '12' }, 21211],
    [{ from: undefined }, 21603],
    [{ from: undefined, messagingServiceSid: 'MG1' }, undefined],
    [{ body: '' }, 21602],
    [{ body: 'x'.repeat(1601) }, 21617],
    [{ statusCallback: 'nowhere' }, 21609],
  ])('%j is %s', async (fields, code) => {
    expect((await refusal(fields)).code).toBe(code);
  });

  it('finds messages by To, From and DateSent, newest first, over several pages', async () => {
    const me = client();
    for (let n = 1; n <= 5; n += 1) await me.messages.create(message({ body: `text ${n}` }));
    await me.messages.create(message({ to: '+9779800000002', body: 'to another' }));
    await me.messages.create(message({ from: '+15005550001', body: 'from another' }));
    const bodies = async (query: object) => (await me.messages.list(query)).map(({ body }) => body);
    expect(await bodies({ to: TO, from: FROM, pageSize: 2 })).toEqual([5, 4, 3, 2, 1].map((n) => `text ${n}`));
    expect(await bodies({ to: TO, limit: 2 })).toEqual(['from another', 'text 5']);
    const [minuteAgo, inAMinute] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms));
    expect(await bodies({ to: TO, from: FROM, dateSentAfter: minuteAgo, dateSentBefore: inAMinute })).toHaveLength(5);
    expect(await bodies({ to: TO, dateSentAfter: inAMinute })).toEqual([]);
    const day = async (date: string) =>
      (
        await sandbox.call('GET', `/twilio/2010-04-01/Accounts/${SID}/Messages.json?DateSent=${date}`, undefined, {
          authorization: 'Basic YTpi',
        })
      ).json.messages.length;
    expect(await day('2026-01-01')).toBe(0);
  });

  it('finds a message by its id, and only there', async () => {
    const { sid } = await client().messages.create(message());
    expect(await client().messages(sid).fetch()).toMatchObject({ sid, status: 'sent', to: TO });
    await expect(
      client()
        .messages(`SM${'0'.repeat(32)}`)
        .fetch(),
    ).rejects.toMatchObject({ status: 404, code: 20404 });
  });
});

describe('Twilio on the wire', () => {
  it.each([
    ['no credentials', { authorization: '' }, 401, 20003],
    ['no recipient', {}, 400, 21604],
  ])('%s is refused in its own form', async (_what, headers, status, code) => {
    const answer = await form({ Body: 'x', From: FROM }, headers);
    expect([answer.status, answer.json.code, answer.json.status]).toEqual([status, code, status]);
    expect(answer.json.more_info).toBe(`https://www.twilio.com/docs/errors/${code}`);
  });

  it('throttle carries Retry-After when asked to', async () => {
    await sandbox.fault({ provider: 'twilio', mode: 'throttle', retryAfter: 7 });
    expect((await form({ To: TO, From: FROM, Body: 'x' })).headers.get('retry-after')).toBe('7');
  });

  it('has no other call', async () => {
    expect((await sandbox.call('POST', '/twilio/2010-04-01/Accounts.json', '')).json.code).toBe(20404);
  });
});

describe('STOP', () => {
  const write = (text: string) =>
    sandbox.call('POST', '/sandbox/inbound', JSON.stringify({ provider: 'twilio', from: TO, text }));

  it('ends what may be sent to the number with 21610, until START', async () => {
    await write('hello');
    expect((await refusal({})).message).toMatch(/accepted/);
    await write(' Stop ');
    expect(await refusal({})).toMatchObject({ status: 400, code: 21610 });
    expect((await refusal({ to: '+9779800000002' })).message).toMatch(/accepted/);
    await write('START');
    expect((await refusal({})).message).toMatch(/accepted/);
    await write('STOP');
    expect((await sandbox.call('DELETE', '/sandbox/inbound')).status).toBe(204);
    expect((await refusal({})).message).toMatch(/accepted/);
  });
});
