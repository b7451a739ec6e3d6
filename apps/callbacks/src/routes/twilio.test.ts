import { createHmac } from 'node:crypto';
import { listSuppressions } from '@crier/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallbacksUnderTest, one, startCallbacks } from '../callbacks.test-support.js';

const TOKEN = 'the account’s token';
const PUBLIC = 'https://hooks.example.com/crier';
const MARIA = '+9779800000001';

let callbacks: CallbacksUnderTest;
beforeAll(async () => {
  callbacks = await startCallbacks({ env: { TWILIO_AUTH_TOKEN: TOKEN, PUBLIC_URL_CALLBACKS: PUBLIC } });
});
afterAll(() => callbacks.close());

const signature = (url: string, fields: Record<string, string>, token = TOKEN): string => {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`)
    .join('');
  return createHmac('sha1', token)
    .update(url + text)
    .digest('base64');
};

const post = (path: string, fields: Record<string, string>, over: { signature?: string; token?: string } = {}) =>
  callbacks.post(path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': over.signature ?? signature(`${PUBLIC}${path}`, fields, over.token),
  });

const sms = async () => {
  const { id, key } = await one(callbacks);
  await callbacks.sql`UPDATE deliveries SET channel = 'sms', address = ${MARIA}, provider = 'twilio' WHERE id = ${id}`;
  return { id, key, path: `/callbacks/twilio?key=${key}` };
};
const status = (messageStatus: string, more: Record<string, string> = {}) => ({
  MessageSid: `SM${'0'.repeat(32)}`,
  MessageStatus: messageStatus,
  To: MARIA,
  ...more,
});

describe('R-10.1 what Twilio signed is believed', () => {
  it.each([
    ['sent', 'accepted'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['undelivered', 'bounced'],
    ['failed', 'bounced'],
    ['whatever comes next', 'accepted'],
  ])('%s leaves the delivery %s', async (said, state) => {
    const { id, path } = await sms();
    await callbacks.sql`UPDATE deliveries SET provider_message_id = ${status(said).MessageSid} WHERE id = ${id}`;
    expect(await post(path, status(said))).toEqual({ status: 204 });
    expect(await callbacks.stateOf(id)).toBe(state);
  });

  it('in any order, and twice', async () => {
    const { id, path } = await sms();
    await callbacks.sql`UPDATE deliveries SET provider_message_id = ${status('x').MessageSid} WHERE id = ${id}`;
    for (const said of ['delivered', 'sent', 'queued', 'delivered']) await post(path, status(said));
    expect(await callbacks.stateOf(id)).toBe('delivered');
    expect(await callbacks.sql`SELECT FROM attempts WHERE id = ${id}`).toHaveLength(2);
  });
});

describe('R-10.1 the suppression list', () => {
  it.each([
    ['30003', 0],
    ['30005', 1],
    ['30006', 1],
  ])('undelivered with %s takes %i number', async (code, taken) => {
    const address = `+97798000001${code.slice(-2)}`;
    const { id, path } = await sms();
    await callbacks.sql`UPDATE deliveries SET address = ${address} WHERE id = ${id}`;
    await post(path, status('undelivered', { ErrorCode: code, To: address }));
    expect(await listSuppressions(callbacks.sql, address)).toHaveLength(taken);
  });

  it('a callback that comes again after the number was corrected takes the old number, not the right one', async () => {
    const [old, right] = ['+9779800000201', '+9779800000202'];
    const { id, path } = await sms();
    const said = status('undelivered', { ErrorCode: '30005', To: old });
    await callbacks.sql`UPDATE deliveries SET address = ${right} WHERE id = ${id}`;
    for (const again of [said, said]) expect(await post(path, again)).toEqual({ status: 204 });
    expect(await listSuppressions(callbacks.sql, old)).toHaveLength(1);
    expect(await listSuppressions(callbacks.sql, right)).toEqual([]);
  });

  it('STOP takes the number off, START puts it back, whatever else they write nothing', async () => {
    const write = (text: string) =>
      post('/callbacks/twilio', { From: MARIA, To: '+15005550006', Body: text, MessageSid: 'SM1' });
    const standing = () => listSuppressions(callbacks.sql, MARIA);
    expect(await write('please stop the noise')).toEqual({ status: 204 });
    expect(await standing()).toEqual([]);
    await write(' stop ');
    await write('STOP');
    expect(await standing()).toMatchObject([{ channel: 'sms', reason: 'unsubscribed' }]);
    await write('Start');
    expect(await standing()).toEqual([]);
  });
});

describe('R-10.1 what Twilio did not sign changes nothing', () => {
  it('whether Twilio signs what stands behind the # of our address or not, and nothing else there', async () => {
    const { path } = await sms();
    const signedWith = (ending: string) => ({ signature: signature(`${PUBLIC}${path}${ending}`, status('sent')) });
    for (const ending of ['', '#rc=5&rp=all'])
      expect(await post(path, status('sent'), signedWith(ending))).toMatchObject({ status: 204 });
    expect(await post(path, status('sent'), signedWith('#rc=1'))).toMatchObject({ status: 403 });
  });

  it.each([
    ['another token', { token: 'stranger' }],
    ['no signature', { signature: '' }],
    ['a signature that is none', { signature: 'AAAA' }],
  ])('%s', async (_what, over) => {
    const { id, path } = await sms();
    expect(await post(path, status('delivered'), over)).toEqual({ status: 403, code: 'forbidden' });
    expect(await callbacks.stateOf(id)).toBe('accepted');
  });

  it('another delivery’s key under a signature that was good, or another field', async () => {
    const [first, second] = [await sms(), await sms()];
    const fields = status('delivered');
    const good = signature(`${PUBLIC}${first.path}`, fields);
    expect(await post(second.path, fields, { signature: good })).toMatchObject({ status: 403 });
    expect(await post(first.path, { ...fields, MessageStatus: 'failed' }, { signature: good })).toMatchObject({
      status: 403,
    });
    expect(await callbacks.stateOf(second.id)).toBe('accepted');
  });

  it('anything, while no token is set', async () => {
    const closed = await startCallbacks();
    const answer = await closed.post('/callbacks/twilio', 'MessageStatus=sent', { 'x-twilio-signature': 'AAAA' });
    expect(answer).toMatchObject({ status: 403 });
    await closed.close();
  });
});
