import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Crier, order, person, startCrier } from './crier.test-support.js';

let crier: Crier;
beforeAll(async () => {
  crier = await startCrier({ callbacks: true });
});
afterEach(async () => {
  await crier.clearFaults();
  await crier.callBack({});
});
afterAll(() => crier.stop());

const deliveryOf = async (eventId: string) => {
  const [delivery] = (await crier.event(eventId)).deliveries;
  return (await crier.get(`/v1/deliveries/${delivery.id}`)).json;
};
const results = (delivery: { attempts: { result: string }[] }) => delivery.attempts.map(({ result }) => result);

describe('R-10.1 what providers say afterwards', () => {
  it('a mail becomes delivered once the provider says so', async () => {
    const { json } = await crier.post(order([person('arrives')]));
    await crier.settled(json.id, ['delivered']);
    const delivery = await deliveryOf(json.id);
    expect(delivery).toMatchObject({ state: 'delivered', provider: 'ses', reason: null });
    expect(Date.parse(delivery.deliveredAt)).toBeGreaterThanOrEqual(Date.parse(delivery.acceptedAt));
    expect(results(delivery)).toEqual(['accepted', 'delivered']);
  });

  it('a mail that bounced is bounced, with the provider’s words', async () => {
    await crier.callBack({ outcome: 'bounced' });
    const { json } = await crier.post(order([person('bounces')]));
    await crier.settled(json.id, ['bounced']);
    const delivery = await deliveryOf(json.id);
    expect(delivery).toMatchObject({ state: 'bounced', reason: 'hard_bounce', lastErrorCode: '5.1.1' });
    expect(delivery.bouncedAt).toEqual(expect.any(String));
    expect(JSON.stringify(delivery.attempts)).not.toContain('@');
  });

  it('a complaint is noted beside the state', async () => {
    await crier.callBack({ outcome: 'complained', delayMs: 0 });
    const { json } = await crier.post(order([person('complains')]));
    await expect
      .poll(async () => (await crier.event(json.id)).deliveries?.[0]?.complainedAt, { timeout: 15_000 })
      .toBeTruthy();
    expect(await deliveryOf(json.id)).toMatchObject({ state: 'accepted' });
  });

  it('copies and wrong order change nothing, from SES and from SendGrid', async () => {
    await crier.callBack({ duplicates: 5, shuffle: true, delayMs: 0 });
    await crier.fault({ provider: 'ses', mode: 'error', status: 503, to: 'shuffled-0@example.com' });
    const people = Array.from({ length: 20 }, (_, n) => person(`shuffled-${n}`));
    const { json } = await crier.post(order(people));
    const event = await crier.settled(json.id, ['delivered']);
    expect(event.counts).toEqual({ delivered: 20 });
    for (const { id, recipientId, provider } of event.deliveries) {
      expect(provider).toBe(recipientId === 'shuffled-0' ? 'sendgrid' : 'ses');
      const { json: delivery } = await crier.get(`/v1/deliveries/${id}`);
      expect(results(delivery).filter((result) => result === 'delivered')).toHaveLength(1);
    }
    expect(await crier.unexplained([json.id])).toEqual([]);
  });
});

describe('R-4.9 an outcome that nobody knows', () => {
  it('is settled by the callback, without a second copy and without waiting for the window', async () => {
    const before = (await crier.counts()).total;
    await crier.fault({ provider: 'ses', mode: 'timeout_after_accept', to: 'silent@example.com', count: 1 });
    const posted = performance.now();
    const { json } = await crier.post(order([person('silent')]));
    // The sandbox calls back after 300 ms; the window would be 15 s, and its policy a second copy.
    await crier.settled(json.id, ['delivered'], 12_000);
    expect(performance.now() - posted).toBeLessThan(12_000);
    const delivery = await deliveryOf(json.id);
    expect(delivery).toMatchObject({ state: 'delivered', provider: 'ses', providerMessageId: expect.any(String) });
    expect(delivery.attempts.at(-1)).toMatchObject({ result: 'delivered', error: { code: 'found_by_callback' } });
    const { messages, total } = await crier.messages(`key=${delivery.key}`);
    expect(total).toBe(1);
    expect(messages[0].messageId).toBe(delivery.providerMessageId);
    expect((await crier.counts()).total).toBe(before + 1);
  });
});

describe('R-10.1 a callback that nobody signed', () => {
  it.each(['ses', 'sendgrid'])('at %s is refused', async (provider) => {
    const response = await fetch(`${crier.urls.callbacks}/callbacks/${provider}`, { method: 'POST', body: '[]' });
    expect([400, 403]).toContain(response.status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });
});
