import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Crier, order, startCrier } from './crier.test-support.js';

const CHANNELS = ['email', 'sms', 'whatsapp', 'push', 'inapp'];

let crier: Crier;
beforeAll(async () => {
  crier = await startCrier({ callbacks: true });
});
afterEach(() => crier.clearFaults());
afterAll(() => crier.stop());

let made = 0;
/** Somebody who is reached over everything, with these devices. */
const reachable = async (devices: readonly Record<string, unknown>[] = [{ kind: 'fcm', token: `fcm-${made}` }]) => {
  const n = made++;
  const id = `all-${n}`;
  const phone = `+97798${String(10_000_000 + n)}`;
  const profile = { name: 'Māya "Q", Rai', email: `${id}@example.com`, phone, whatsapp: phone };
  expect((await crier.put(`/v1/recipients/${id}`, profile)).status).toBe(201);
  for (const device of devices)
    expect((await crier.call('POST', `/v1/recipients/${id}/push-tokens`, device)).status).toBe(201);
  return { id, ...profile };
};

const webSubscription = async () => {
  const { json } = await crier.sandbox('POST', '/sandbox/webpush-subscriptions', {});
  return { kind: 'webpush', subscription: { endpoint: json.endpoint, keys: json.keys } };
};

const states = (event: { deliveries: { channel: string; state: string }[] }) =>
  Object.fromEntries(event.deliveries.map(({ channel, state }) => [channel, state]));

describe('one event, five channels', () => {
  it('R-3.2 R-4.6 is five deliveries, each at its vendor, ending as far as its vendor can say', async () => {
    const maya = await reachable();
    const body = order([maya.id], { channels: CHANNELS });
    const { json } = await crier.post(body);
    const event = await crier.settledBy(
      json.id,
      (deliveries) =>
        deliveries.length === 5 &&
        deliveries.every(({ channel, state }) => state === (channel === 'push' ? 'accepted' : 'delivered')),
    );
    expect(states(event)).toEqual({
      email: 'delivered',
      sms: 'delivered',
      whatsapp: 'delivered',
      push: 'accepted',
      inapp: 'delivered',
    });
    for (const { channel, key, provider } of event.deliveries) {
      const { messages, total } = await crier.messages(`key=${key}`);
      expect({ channel, total }).toEqual({ channel, total: channel === 'inapp' ? 0 : 1 });
      if (channel !== 'inapp') expect(messages[0]).toMatchObject({ channel, provider });
    }
    const { messages } = await crier.messages(`to=${encodeURIComponent(maya.phone)}&channel=sms`);
    expect(messages[0].text).toContain(body.entity.id);
    const { items } = await crier.inbox(maya.id);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ type: 'purchase_order.approved', seenAt: null });
  });

  it('R-3.3 two devices are two deliveries', async () => {
    const two = await reachable([
      { kind: 'fcm', token: 'phone' },
      { kind: 'apns', token: 'a'.repeat(64) },
    ]);
    const { json } = await crier.post(order([two.id], { channels: ['push'] }));
    const { deliveries } = await crier.settled(json.id, ['accepted']);
    expect(deliveries.map(({ provider }: { provider: string }) => provider).sort()).toEqual(['apns', 'fcm']);
    for (const { key } of deliveries) expect((await crier.messages(`key=${key}`)).total).toBe(1);
  });

  it('Web Push arrives encrypted, and is read by the browser that subscribed', async () => {
    const three = await reachable([await webSubscription()]);
    const { json } = await crier.post(order([three.id], { channels: ['push'] }));
    const { deliveries } = await crier.settled(json.id, ['accepted']);
    expect(deliveries[0].provider).toBe('webpush');
    const { messages } = await crier.messages(`key=${deliveries[0].key}`);
    expect(messages[0].subject).toContain('PO-');
  });

  it('R-4.6 SMS has a chain: what Twilio can’t take goes through SNS', async () => {
    await crier.fault({ provider: 'twilio', mode: 'error', status: 503 });
    const somebody = await reachable();
    const { json } = await crier.post(order([somebody.id], { channels: ['sms'] }));
    const { deliveries } = await crier.settled(json.id, ['accepted']);
    expect(deliveries[0]).toMatchObject({ provider: 'sns', segments: 1 });
  });
});

describe('R-6.2 what somebody wishes', () => {
  it('an opt-out is honoured at routing, for its channel alone', async () => {
    const who = await reachable();
    const category = (await crier.get('/v1/types')).json.types.find(
      ({ type }: { type: string }) => type === 'purchase_order.approved',
    ).category;
    const { status } = await crier.put(`/v1/recipients/${who.id}/preferences`, {
      categories: { [category]: { sms: false } },
    });
    expect(status).toBeLessThan(300);
    const { json } = await crier.post(order([who.id], { channels: ['email', 'sms'] }));
    const { deliveries } = await crier.settled(json.id, ['delivered']);
    expect(deliveries.map(({ channel }: { channel: string }) => channel)).toEqual(['email']);
    const { json: story } = await crier.get(`/v1/events/${json.id}/explain?recipient=${who.id}`);
    expect(story.decisions).toEqual(
      expect.arrayContaining([expect.objectContaining({ channel: 'sms', outcome: 'suppress', reason: 'opted_out' })]),
    );
  });
});

describe('R-10.1 the suppression list', () => {
  it('an address that bounced is not written to again, and the decision names the evidence; lifted, it is', async () => {
    const who = await reachable();
    await crier.callBack({ provider: 'ses', outcome: 'bounced' });
    const first = await crier.post(order([who.id]));
    await crier.settled(first.json.id, ['bounced']);
    await crier.callBack({ provider: 'ses' });
    const second = await crier.post(order([who.id]));
    const { deliveries } = await crier.settled(second.json.id, ['suppressed']);
    expect(deliveries[0]).toMatchObject({ state: 'suppressed', reason: 'suppression_list' });
    const { json: delivery } = await crier.get(`/v1/deliveries/${deliveries[0].id}`);
    expect(delivery.attempts.at(-1)).toMatchObject({ result: 'suppressed', error: { code: 'hard_bounce' } });
    const { json: list } = await crier.get(`/v1/suppressions?address=${encodeURIComponent(who.email)}`);
    const [entry] = list.suppressions;
    expect(entry).toMatchObject({ channel: 'email', reason: 'hard_bounce' });
    expect((await crier.call('DELETE', `/v1/suppressions/${entry.id}`)).status).toBe(204);
    const third = await crier.post(order([who.id]));
    await crier.settled(third.json.id, ['delivered']);
  });

  it('a number that answered STOP gets nothing more', async () => {
    const who = await reachable();
    await crier.sandbox('POST', '/sandbox/inbound', { provider: 'twilio', from: who.phone, text: 'STOP' });
    const { json } = await crier.post(order([who.id], { channels: ['sms'] }));
    await crier.settled(json.id, ['suppressed', 'dead']);
    const { json: list } = await crier.get(`/v1/suppressions?address=${encodeURIComponent(who.phone)}`);
    expect(list.suppressions[0]).toMatchObject({ channel: 'sms', reason: 'unsubscribed' });
    const again = await crier.post(order([who.id], { channels: ['sms'] }));
    await crier.settled(again.json.id, ['suppressed']);
  });
});

describe('each channel runs and fails alone', () => {
  it('R-3.6 email that hangs holds up no SMS', async () => {
    await crier.fault({ provider: 'ses', mode: 'hang' });
    await crier.fault({ provider: 'sendgrid', mode: 'hang' });
    const people = await Promise.all(Array.from({ length: 5 }, () => reachable()));
    const { json } = await crier.post(
      order(
        people.map(({ id }) => id),
        { channels: ['email', 'sms'] },
      ),
    );
    const event = await crier.settledBy(
      json.id,
      (deliveries) =>
        deliveries.filter(({ channel, state }) => channel === 'sms' && state === 'delivered').length === 5,
    );
    const mails = event.deliveries.filter(({ channel }: { channel: string }) => channel === 'email');
    expect(mails).toHaveLength(5);
    for (const { state } of mails) expect(['queued', 'sending', 'unknown', 'retrying']).toContain(state);
  });
});
