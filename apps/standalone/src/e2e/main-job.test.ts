import { until } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Crier, example, order, person, startCrier } from './crier.test-support.js';

let crier: Crier;
beforeAll(async () => {
  crier = await startCrier({ env: { EMAIL_PROVIDERS: 'ses', SES_RATE_PER_SECOND: '1000' } });
});
afterEach(() => crier.clearFaults());
afterAll(() => crier.stop());

const byRecipient = (event: { deliveries: { recipientId: string; state: string; reason: string | null }[] }) =>
  Object.fromEntries(event.deliveries.map((d) => [d.recipientId, d]));

describe('the main job', () => {
  it('R-4.4 the example becomes one email per recipient, recorded as accepted with the provider’s id; posted again it sends nothing', async () => {
    const body = example('purchase_order.approved');
    const first = await crier.post(body);
    expect(first.status).toBe(202);
    const event = await crier.settled(first.json.id, ['accepted'], 5_000);
    expect(event.deliveries).toHaveLength(body.recipients.length);
    for (const delivery of event.deliveries) {
      const { messages, total } = await crier.messages(`key=${delivery.key}`);
      expect(total).toBe(1);
      expect(messages[0].messageId).toBe(delivery.providerMessageId);
      expect(messages[0].subject).toContain('PO-4482');
    }
    const again = await crier.post(body);
    expect(again).toMatchObject({ status: 200, json: { id: first.json.id, duplicate: true } });
    expect((await crier.counts()).duplicates).toEqual([]);
  });

  it('every shipped type arrives from its example', async () => {
    for (const type of [
      'purchase_order.changed',
      'delivery_order.issued',
      'goods_receipt.posted',
      'invoice.issued',
      'password.reset',
    ]) {
      const { json } = await crier.post({ ...example(type), occurredAt: new Date().toISOString() });
      await crier.settled(json.id, ['accepted']);
    }
  });

  it('R-3.3 the same event over 200 connections at once is one mail', async () => {
    const body = order([person('one')]);
    const answers = await Promise.all(Array.from({ length: 200 }, () => crier.post(body)));
    const id = answers[0]?.json.id;
    const event = await crier.settled(id, ['accepted']);
    expect(answers.map((a) => a.status).sort()).toEqual([...Array(199).fill(200), 202]);
    expect((await crier.messages(`key=${event.deliveries[0].key}`)).total).toBe(1);
  });

  it('R-3.2 one rejected address of ten costs the other nine nothing, and becomes one dead letter', async () => {
    await crier.fault({ provider: 'ses', mode: 'reject', to: 'r3@example.com' });
    const { json } = await crier.post(order(Array.from({ length: 10 }, (_, i) => person(`r${i}`))));
    const event = await crier.settled(json.id, ['accepted', 'dead']);
    expect(event.counts).toEqual({ accepted: 9, dead: 1 });
    expect(byRecipient(event).r3).toMatchObject({
      state: 'dead',
      reason: 'rejected',
      lastErrorCode: 'MessageRejected',
    });
    const dead = event.deliveries.find((d: { state: string }) => d.state === 'dead');
    const letters =
      await crier.sql`SELECT reason FROM dead_letters WHERE delivery_id = ${dead.id} AND closed_at IS NULL`;
    expect(letters).toHaveLength(1);
    const shown = await until(() => crier.redis.zscore('{crier:dead-letters}:dead-letters:failed', dead.id), {
      what: 'the dead letter under Failed',
    });
    expect(Number(shown)).toBeGreaterThan(0);
    const job = await crier.redis.hget(`{crier:dead-letters}:dead-letters:${dead.id}`, 'failedReason');
    expect(job).toContain('rejected: The provider refused this message for good.');
  });
});

describe('what goes wrong', () => {
  it('R-4.8 a throttled delivery is tried again and arrives once', async () => {
    await crier.fault({ provider: 'ses', mode: 'throttle', to: 'slow@example.com', count: 2 });
    const { json } = await crier.post(order([person('slow')]));
    const event = await crier.settled(json.id, ['accepted']);
    expect(event.deliveries[0]).toMatchObject({ attempts: 3 });
    const { json: delivery } = await crier.get(`/v1/deliveries/${event.deliveries[0].id}`);
    expect(delivery.attempts.map((a: { result: string }) => a.result)).toEqual(['transient', 'transient', 'accepted']);
    expect(delivery.attempts[0]).toMatchObject({ provider: 'ses', providerStatus: 400, error: { code: 'Throttling' } });
  });

  it('R-4.1 a template that lacks a variable leaves a dead letter with template and line, and nothing at the provider', async () => {
    const before = (await crier.counts()).total;
    const { json } = await crier.post(order([person('t1')], { data: {} }));
    const event = await crier.settled(json.id, ['dead']);
    expect(event.deliveries[0]).toMatchObject({ reason: 'template_error', attempts: 0 });
    expect(event.deliveries[0].lastErrorMessage).toMatch(/purchase_order\.approved\/.+:\d+/);
    expect((await crier.counts()).total).toBe(before);
    const page = await crier.page(`/dead-letters/${event.deliveries[0].id}`);
    expect(page).toContain('purchase_order.approved/email.en.');
    expect(page).not.toContain('There is no template');
  });

  it('R-4.12 what has expired never reaches the provider', async () => {
    const before = (await crier.counts()).total;
    const { json } = await crier.post(
      order([person('late')], { expiresAt: new Date(Date.now() - 1_000).toISOString() }),
    );
    const event = await crier.settled(json.id, ['expired']);
    expect(event.deliveries[0]).toMatchObject({ reason: 'expired', attempts: 0 });
    expect((await crier.counts()).total).toBe(before);
  });

  it('R-4.6 an answer without a message id is a failure, and the attempt says so', async () => {
    await crier.fault({ provider: 'ses', mode: 'no_message_id', to: 'noid@example.com', count: 1 });
    const { json } = await crier.post(order([person('noid')]));
    const event = await crier.settled(json.id, ['accepted']);
    const { json: delivery } = await crier.get(`/v1/deliveries/${event.deliveries[0].id}`);
    expect(delivery.attempts.map((a: { result: string }) => a.result)).toEqual(['accepted_without_id', 'accepted']);
  });

  it('R-4.9 silence after the request is unknown, never "retry"; past the window the type’s policy decides and the record says so', async () => {
    await crier.fault({ provider: 'ses', mode: 'timeout_after_accept', to: 'silent@example.com', count: 1 });
    const { json } = await crier.post(order([person('silent')]));
    await crier.settled(json.id, ['unknown']);
    const event = await crier.settled(json.id, ['accepted'], 40_000);
    const { json: delivery } = await crier.get(`/v1/deliveries/${event.deliveries[0].id}`);
    expect(delivery.attempts.map((a: { result: string }) => a.result)).toEqual(['unknown', 'resend', 'accepted']);
    expect((await crier.messages(`key=${delivery.key}`)).total).toBe(2);
  }, 60_000);

  it('R-4.7 a refused configuration uses no attempts and fills no dead letters', async () => {
    await crier.fault({ provider: 'ses', mode: 'auth', to: 'key@example.com', count: 1 });
    const { json } = await crier.post(order([person('key')]));
    const event = await crier.settled(json.id, ['retrying']);
    expect(event.deliveries[0]).toMatchObject({ attempts: 0, reason: null });
    expect(event.deliveries[0].nextAttemptAt).not.toBeNull();
    expect((await crier.settled(json.id, ['accepted'])).deliveries[0]).toMatchObject({ attempts: 1 });
  });
});

describe('lanes', () => {
  it('R-3.6 a bulk lane that is stuck at the provider holds up no critical message', async () => {
    // The bulk lane's share of SES_CONCURRENCY.
    const inFlight = 40;
    await crier.fault({ provider: 'ses', mode: 'hang', count: inFlight });
    const stuck = order(
      Array.from({ length: inFlight + 10 }, (_, i) => person(`stuck-${i}`)),
      { priority: 'bulk' },
    );
    await crier.post(stuck);
    await until(async () => (await crier.faults()).length === 0, { what: 'the bulk lane to be full of hanging calls' });
    const reset = { ...example('password.reset'), occurredAt: new Date().toISOString() };
    const { json } = await crier.post({ ...reset, recipients: [person('critical')] });
    const event = await crier.settled(json.id, ['accepted']);
    // A second attempt would mean that the first never got a socket.
    expect(event.deliveries[0]).toMatchObject({ attempts: 1 });
    const hanging = await crier.sql`SELECT FROM deliveries WHERE lane = 'bulk' AND state = 'sending'`;
    expect(hanging.length).toBeGreaterThan(0);
  });
});

describe('who is told', () => {
  const decisions = async (id: string, recipient: string) =>
    (await crier.get(`/v1/events/${id}/explain?recipient=${recipient}`)).json.decisions;

  it('R-3.5 no address, a malformed address and a channel without a template are decisions, and the others go', async () => {
    const recipients = [person('ok'), 'nobody-knows', person('bad', { email: 'not an address' })];
    const { json } = await crier.post(order(recipients));
    const event = await crier.settled(json.id, ['accepted']);
    expect(event.counts).toEqual({ accepted: 1 });
    expect(await decisions(json.id, 'ok')).toMatchObject([{ channel: 'email', outcome: 'send', reason: 'sent' }]);
    expect(await decisions(json.id, 'nobody-knows')).toMatchObject([
      { channel: 'email', outcome: 'suppress', reason: 'no_address' },
    ]);
    expect(await decisions(json.id, 'bad')).toMatchObject([
      { channel: 'email', outcome: 'suppress', reason: 'invalid_address' },
    ]);
    const both = person('both', { whatsapp: '+9779800000009', channels: ['whatsapp', 'email'] });
    const receipt = { ...example('goods_receipt.posted'), occurredAt: new Date().toISOString(), recipients: [both] };
    const { json: other } = await crier.post(receipt);
    await crier.settled(other.id, ['accepted']);
    expect(await decisions(other.id, 'both')).toMatchObject([
      { channel: 'email', outcome: 'send' },
      { channel: 'whatsapp', outcome: 'suppress', reason: 'no_template' },
    ]);
  });

  it('R-3.3a one canonical address is written to once, and the other recipient’s decision names who got it', async () => {
    const twins = [
      person('a', { email: 'Twin@Example.COM' }),
      person('b', { email: 'twin@example.com' }),
      person('c', { email: 'twin+1@example.com' }),
    ];
    const { json } = await crier.post(order(twins));
    const event = await crier.settled(json.id, ['accepted']);
    expect(event.deliveries.map((d: { recipientId: string }) => d.recipientId).sort()).toEqual(['a', 'c']);
    expect(await decisions(json.id, 'b')).toMatchObject([{ reason: 'duplicate', inFavourOf: 'a' }]);
  });

  it('R-3.5 an id of the directory is reached at its address, in its locale; an inline address overrides it', async () => {
    const put = (id: string, body: unknown) =>
      fetch(`${crier.urls.intake}/v1/recipients/${id}`, {
        method: 'PUT',
        headers: { authorization: 'Bearer crier-dev-key', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await put('dir-1', { name: 'Dir', email: 'dir-1@example.com', locale: 'en-GB', timezone: 'Asia/Kathmandu' });
    await put('dir-2', { name: 'Dir', email: 'dir-2@example.com' });
    const { json } = await crier.post(order(['dir-1', { id: 'dir-2', email: 'other@example.com' }]));
    const event = await crier.settled(json.id, ['accepted']);
    expect(byRecipient(event)['dir-1']).toMatchObject({ locale: 'en-GB' });
    expect((await crier.messages('to=dir-1@example.com')).total).toBe(1);
    expect((await crier.messages('to=other@example.com')).total).toBe(1);
    expect((await crier.messages('to=dir-2@example.com')).total).toBe(0);
  });

  it('R-3.4 1,200 recipients are routed in chunks and each gets one mail', async () => {
    const { json } = await crier.post(order(Array.from({ length: 1_200 }, (_, i) => person(`many-${i}`))));
    const event = await crier.settled(json.id, ['accepted'], 150_000);
    expect(event.counts).toEqual({ accepted: 1_200 });
    expect(await crier.unexplained([json.id])).toEqual([]);
  }, 180_000);
});
