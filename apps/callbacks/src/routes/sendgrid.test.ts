import { settingsSchema } from '@crier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallbacksUnderTest, ec, one, sendgridHeaders, startCallbacks } from '../callbacks.test-support.js';
import { readSendgridKey } from '../sendgrid/verify-sendgrid.js';

const sendgrid = ec();
let callbacks: CallbacksUnderTest;
beforeAll(async () => {
  callbacks = await startCallbacks({ sendgrid: sendgrid.publicKey });
});
afterAll(() => callbacks.close());

const PATH = '/callbacks/sendgrid';
const event = (kind: string, key: string, over: Record<string, unknown> = {}) => ({
  email: 'asha@example.com',
  timestamp: Math.floor(Date.now() / 1000),
  event: kind,
  sg_event_id: `${kind}-${key}`,
  sg_message_id: `sg-${key}.recvd-1-5F.0`,
  'crier-key': key,
  ...over,
});
const post = (events: unknown, headers: Record<string, string> = {}, key = sendgrid.privateKey) => {
  const body = JSON.stringify(events);
  return callbacks.post(PATH, body, { ...sendgridHeaders(key, body), ...headers });
};

describe('R-10.1 what SendGrid signed is believed', () => {
  it('several events in one request, of several deliveries, in any order', async () => {
    const [first, second] = [await one(callbacks), await one(callbacks)];
    const events = [event('delivered', first.key), event('processed', second.key), event('processed', first.key)];
    expect(await post(events)).toEqual({ status: 204 });
    expect(await callbacks.stateOf(first.id)).toBe('delivered');
    expect(await callbacks.stateOf(second.id)).toBe('accepted');
  });

  it('whatever its time: what failed is sent again for a day, and says nothing new', async () => {
    const { id, key } = await one(callbacks);
    const body = JSON.stringify([event('delivered', key)]);
    const old = sendgridHeaders(sendgrid.privateKey, body, '1600000000');
    expect(await callbacks.post(PATH, body, old)).toEqual({ status: 204 });
    expect(await callbacks.post(PATH, body, old)).toEqual({ status: 204 });
    expect(await callbacks.stateOf(id)).toBe('delivered');
    expect(await callbacks.sql`SELECT FROM attempts WHERE id = ${id}`).toHaveLength(2);
  });

  it('what is nothing to us or nonsense costs its neighbours nothing', async () => {
    const { id, key } = await one(callbacks);
    const strange = [
      null,
      7,
      {},
      event('open', key),
      event('delivered', key, { timestamp: 'soon' }),
      event('constructor', key),
    ];
    const foreign = event('delivered', 'f'.repeat(32));
    const nul = event('bounce', 'e'.repeat(32), { reason: 'a\u0000b', sg_message_id: 'x\u0000y' });
    expect(await post([...strange, foreign, nul, event('delivered', key)])).toEqual({ status: 204 });
    expect(await callbacks.stateOf(id)).toBe('delivered');
    expect(await post([])).toEqual({ status: 204 });
  });
});

describe('R-10.1 what SendGrid did not sign stores nothing', () => {
  it.each([
    ['another’s signature', {}, ec().privateKey],
    ['no signature', { 'x-twilio-email-event-webhook-signature': '' }, sendgrid.privateKey],
    ['a signature that is none', { 'x-twilio-email-event-webhook-signature': 'MEUCIQ==' }, sendgrid.privateKey],
    ['another time', { 'x-twilio-email-event-webhook-timestamp': '1600000000' }, sendgrid.privateKey],
  ])('%s', async (_what, headers, privateKey) => {
    const { id, key } = await one(callbacks);
    expect(await post([event('delivered', key)], headers, privateKey)).toEqual({ status: 403, code: 'forbidden' });
    expect(await callbacks.stateOf(id)).toBe('accepted');
  });

  it('a changed body, if only by a space', async () => {
    const { id, key } = await one(callbacks);
    const body = JSON.stringify([event('delivered', key)]);
    const headers = sendgridHeaders(sendgrid.privateKey, body);
    expect(await callbacks.post(PATH, `${body} `, headers)).toEqual({ status: 403, code: 'forbidden' });
    expect(await callbacks.post(PATH, body, { 'content-type': 'application/json' })).toMatchObject({ status: 403 });
    expect(await callbacks.stateOf(id)).toBe('accepted');
  });

  it('anything, while no key is set', async () => {
    const closed = await startCallbacks();
    const body = '[]';
    expect(await closed.post(PATH, body, sendgridHeaders(sendgrid.privateKey, body))).toMatchObject({ status: 403 });
    await closed.close();
  });
});

it('R-10.1 400 for a signed body that is no list of events', async () => {
  expect(await post({ event: 'delivered' })).toEqual({ status: 400, code: 'bad_request' });
  const body = '[{"event":';
  expect(await callbacks.post(PATH, body, sendgridHeaders(sendgrid.privateKey, body))).toEqual({
    status: 400,
    code: 'invalid_json',
  });
});

it('names the variable of a public key that is none', () => {
  for (const text of ['nonsense', Buffer.from('nonsense').toString('base64')])
    expect(() => readSendgridKey(text)).toThrow(/^SENDGRID_WEBHOOK_PUBLIC_KEY is no ECDSA public key/);
  expect(settingsSchema.shape).toHaveProperty('SENDGRID_WEBHOOK_PUBLIC_KEY');
});
