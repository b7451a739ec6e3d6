import { settingsSchema } from '@crier/domain';
import { createProviders } from '@crier/providers';
import twilio from 'twilio';
import { describe, expect, it, vi } from 'vitest';
import { type Call, useReceiver } from '../testing/use-receiver.js';
import { keyOf, useSandbox } from '../testing/use-sandbox.js';

const receiver = useReceiver();
const TOKEN = 'a token of ours';
const sandbox = useSandbox(() => ({ callbacksUrl: receiver.url(), twilioAuthToken: TOKEN }));
const SID = `AC${'1'.repeat(32)}`;
const [TO, FROM] = ['+9779800000001', '+15005550006'];

const send = (key: string, statusCallback: string | undefined = `${receiver.url()}/callbacks/twilio?key=${key}`) => {
  const client = twilio(SID, TOKEN);
  client.api.baseUrl = `${sandbox.url()}/twilio`;
  return client.messages.create({ to: TO, from: FROM, body: 'text', ...(statusCallback ? { statusCallback } : {}) });
};
const fieldsOf = ({ body }: Call) => Object.fromEntries(new URLSearchParams(body));
const isSigned = (call: Call, token = TOKEN) =>
  twilio.validateRequest(
    token,
    String(call.headers['x-twilio-signature']),
    `${receiver.url()}${call.path.replace('POST ', '')}`,
    fieldsOf(call),
  );

describe('what Twilio calls back', () => {
  it('is a signed form for each status, to the address that the send named', async () => {
    await sandbox.callbacks({ provider: 'twilio', delayMs: 50 });
    const { sid } = await send(keyOf(1));
    const calls = await receiver.received(2);
    expect(calls.map(({ path }) => path)).toEqual(Array(2).fill(`POST /callbacks/twilio?key=${keyOf(1)}`));
    expect(calls.map(fieldsOf)).toEqual(
      ['sent', 'delivered'].map((status) => ({
        AccountSid: SID,
        ApiVersion: '2010-04-01',
        From: FROM,
        MessageSid: sid,
        MessageStatus: status,
        SmsSid: sid,
        SmsStatus: status,
        To: TO,
      })),
    );
    for (const call of calls) {
      expect(isSigned(call)).toBe(true);
      expect(isSigned(call, 'another token')).toBe(false);
      expect(isSigned({ ...call, body: call.body.replace('Status', 'Stat') })).toBe(false);
    }
  });

  it.each([
    [{ outcome: 'bounced' }, ['sent', 'undelivered'], '30003'],
    [{ outcome: 'bounced', code: 30005 }, ['sent', 'undelivered'], '30005'],
    [{ outcome: 'complained' }, ['failed'], '30007'],
  ])('for %j ends with %j and its error code', async (settings, statuses, code) => {
    await sandbox.callbacks({ provider: 'twilio', delayMs: 20, ...settings });
    await send(keyOf(2));
    const fields = (await receiver.received(statuses.length)).map(fieldsOf);
    expect(fields.map(({ MessageStatus }) => MessageStatus)).toEqual(statuses);
    expect(fields.at(-1)?.ErrorCode).toBe(code);
  });

  it('comes again as often as there are duplicates', async () => {
    await sandbox.callbacks({ provider: 'twilio', delayMs: 0, duplicates: 2 });
    await send(keyOf(3));
    const calls = await receiver.received(6);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(2);
  });

  const failedBefore = async () => {
    const { callbacks } = (await sandbox.call('GET', '/sandbox/callbacks')).json;
    return callbacks[2].failed;
  };

  it('comes once where nothing behind the # of its address asks for more, whatever it is answered with', async () => {
    receiver.answer(() => 503);
    await sandbox.callbacks({ provider: 'twilio', delayMs: 0, outcome: 'complained' });
    const failed = await failedBefore();
    await send(keyOf(5));
    await vi.waitFor(async () => expect(await failedBefore()).toBe(failed + 1));
    expect(receiver.calls()).toHaveLength(1);
  });

  it('comes again as the fleet’s own provider asks, to the same address and under the same signature', async () => {
    const answers = [503, 404];
    receiver.answer(() => answers.shift() ?? 204);
    await sandbox.callbacks({ provider: 'twilio', delayMs: 0, outcome: 'complained' });
    const settings = settingsSchema.parse({
      DATABASE_URL: 'postgres://db/crier',
      REDIS_URL: 'redis://cache',
      SMS_PROVIDERS: 'twilio',
      TWILIO_ACCOUNT_SID: SID,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: FROM,
      TWILIO_BASE_URL: `${sandbox.url()}/twilio`,
      PUBLIC_URL_CALLBACKS: receiver.url(),
    });
    const [provider] = await createProviders(settings, 'sms', { sockets: 1, nowMs: () => 0 });
    const sms = { key: keyOf(6), to: TO, text: 'text' };
    expect(await provider?.send(sms as never, AbortSignal.timeout(10_000))).toMatchObject({ kind: 'accepted' });
    provider?.close();
    const calls = await receiver.received(3);
    expect(new Set(calls.map(({ path }) => path))).toEqual(new Set([`POST /callbacks/twilio?key=${keyOf(6)}`]));
    for (const call of calls) expect(isSigned(call)).toBe(true);
  });

  it('does not come for a send that named no address', async () => {
    await sandbox.callbacks({ provider: 'twilio', delayMs: 0, outcome: 'complained' });
    const client = twilio(SID, TOKEN);
    client.api.baseUrl = `${sandbox.url()}/twilio`;
    await client.messages.create({ to: TO, from: FROM, body: 'text' });
    await send(keyOf(4));
    expect((await receiver.call()).path).toContain(keyOf(4));
    await vi.waitFor(async () => {
      const { callbacks } = (await sandbox.call('GET', '/sandbox/callbacks')).json;
      expect(callbacks[2]).toMatchObject({ provider: 'twilio', pending: 0 });
    });
    expect(receiver.calls()).toHaveLength(1);
  });
});

describe('what somebody writes to a Twilio number', () => {
  it.each([
    ['STOP', { OptOutType: 'STOP' }],
    ['start', { OptOutType: 'START' }],
    ['नमस्ते & hello', {}],
  ])('%s is handed on as a signed form', async (text, extra) => {
    const body = JSON.stringify({ provider: 'twilio', from: TO, to: FROM, text });
    const { status, json } = await sandbox.call('POST', '/sandbox/inbound', body);
    expect(status).toBe(202);
    const call = await receiver.call();
    expect(call.path).toBe('POST /callbacks/twilio');
    const fields = fieldsOf(call);
    expect(fields).toMatchObject({ From: TO, To: FROM, Body: text, MessageSid: json.messageId, ...extra });
    expect('OptOutType' in fields).toBe('OptOutType' in extra);
    expect(isSigned(call)).toBe(true);
  });

  it.each([
    [{ provider: 'sns', from: TO, text: 'x' }, '/provider'],
    [{ provider: 'twilio', from: 'asha', text: 'x' }, '/from'],
    [{ provider: 'twilio', from: TO }, '/text'],
    [{ provider: 'twilio', from: TO, text: 'x', body: 'y' }, '/body'],
  ])('%j is refused by its field', async (body, pointer) => {
    const { status, json } = await sandbox.call('POST', '/sandbox/inbound', JSON.stringify(body));
    expect([status, json.errors[0].pointer]).toEqual([422, pointer]);
  });
});
