import { suppress, writePreferences } from '@crier/db';
import type { OutgoingPush, OutgoingSms } from '@crier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outgoing } from './chain.js';
import { deliver } from './deliver.js';
import { refusal, says, scriptedProvider, useSender } from './sender.test-support.js';
import type { SenderDeps } from './sender-deps.js';

const ALL_GATES = ['ses', 'twilio', 'sns', 'fcm', 'apns'];
const sender = useSender();
beforeAll(async () => {
  await sender.start();
  await sender.openGates(ALL_GATES);
});
afterAll(sender.stop);

const job = (id: string) => ({ id, stalled: 0 }) as never;

/** A provider that keeps what it was given. */
const keeping = (name: string) => {
  const given: Outgoing[] = [];
  const { provider, ...rest } = scriptedProvider(name);
  const send: typeof provider.send = (message, signal) => {
    given.push(message);
    return provider.send(message, signal);
  };
  return { ...rest, given, provider: { ...provider, send } };
};

const personOf = async (recipient: string): Promise<number> => {
  const [row] = await sender.sql()<{ n: number }[]>`SELECT n FROM people WHERE external_id = ${recipient}`;
  return row?.n ?? 0;
};

describe('R-6.2 what was said while the message waited', () => {
  it('an opt-out of its category and channel is honoured before the call', async () => {
    const ses = keeping('ses');
    const id = await sender.seed({ type: 'purchase_order.approved', recipient: 'opted' });
    const person = await personOf('opted');
    const { category } = sender.deps([]).typeOf('purchase_order.approved')?.manifest ?? { category: '' };
    await writePreferences(sender.sql(), person, { categories: { [category]: { email: false } } }, 'test');
    await deliver(sender.deps([ses.provider]), job(id));
    expect(await sender.row(id)).toMatchObject({ state: 'suppressed', reason: 'opted_out', attempts: 0 });
    expect(ses.given).toEqual([]);
  });

  it('but nobody opts out of what is mandatory', async () => {
    const ses = keeping('ses');
    const id = await sender.seed({ type: 'password.reset', recipient: 'secure' });
    await writePreferences(
      sender.sql(),
      await personOf('secure'),
      { categories: { security: { email: false } } },
      'test',
    );
    await deliver(sender.deps([ses.provider]), job(id));
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
  });

  it('an address on the suppression list is not written to, and the log names the evidence', async () => {
    const ses = keeping('ses');
    const address = 'bounced@example.com';
    const id = await sender.seed({ address });
    const evidence = { channel: 'email', address, reason: 'hard_bounce', provider: 'ses', code: '5.1.1' } as const;
    await suppress(sender.sql(), [{ ...evidence, deliveryId: null, evidenceAt: new Date().toISOString() }]);
    await deliver(sender.deps([ses.provider]), job(id));
    expect(await sender.row(id)).toMatchObject({ state: 'suppressed', reason: 'suppression_list' });
    expect(await sender.log(id)).toEqual(['- suppressed']);
    expect(ses.given).toEqual([]);
  });
});

describe('what a provider says of an address', () => {
  it('R-4.7 goes to the suppression list before the delivery dies', async () => {
    const twilio = keeping('twilio');
    const address = '+9779800000021';
    const id = await sender.seed({ channel: 'sms', address });
    const stop = { failure: 'permanent', code: '21610', status: 400, deadReason: 'rejected' } as const;
    twilio.always(says(refusal({ ...stop, suppress: 'unsubscribed' })));
    const seen: string[] = [];
    const deps = sender.deps([twilio.provider], {
      suppressAddress: async (entry) => {
        seen.push(`${entry.channel} ${entry.address} ${entry.reason} ${(await sender.row(id)).state}`);
      },
    });
    await deliver(deps, job(id));
    expect(seen).toEqual([`sms ${address} unsubscribed sending`]);
    expect(await sender.row(id)).toMatchObject({ state: 'dead', reason: 'rejected' });
  });
});

describe('SMS', () => {
  it('carries the text to the number, and its segments stand on the delivery', async () => {
    const twilio = keeping('twilio');
    const id = await sender.seed({ type: 'purchase_order.approved', channel: 'sms', address: '+9779800000022' });
    await deliver(sender.deps([twilio.provider]), job(id));
    expect(twilio.given).toMatchObject([{ key: id.replaceAll('-', ''), to: '+9779800000022' }]);
    expect((twilio.given[0] as OutgoingSms).text.length).toBeGreaterThan(10);
    const [row] = await sender.sql()<{ segments: number }[]>`SELECT segments FROM deliveries WHERE id = ${id}`;
    expect(row?.segments).toBe(1);
  });
});

describe('push', () => {
  const at = (kind: string) => ({ channel: 'push' as const, address: `${kind}:7b1e9a1c-0000-4000-8000-000000000001` });

  it('R-4.6 goes to the provider that the token names, whatever the order', async () => {
    const [fcm, apns] = [keeping('fcm'), keeping('apns')];
    const id = await sender.seed({ type: 'purchase_order.approved', ...at('apns') });
    await deliver(sender.deps([fcm.provider, apns.provider]), job(id));
    expect(fcm.given).toEqual([]);
    expect(apns.given).toMatchObject([{ token: 'token of 7b1e9a1c-0000-4000-8000-000000000001' }]);
    expect((apns.given[0] as OutgoingPush).title).not.toBe('');
  });

  it('R-4.6 is no chain: when its provider fails, no other is asked', async () => {
    const [fcm, apns] = [keeping('fcm'), keeping('apns')];
    const id = await sender.seed({ type: 'purchase_order.approved', ...at('apns'), recipient: 'u-2' });
    apns.always(says(refusal()));
    await deliver(sender.deps([fcm.provider, apns.provider]), job(id));
    expect(fcm.given).toEqual([]);
    expect(await sender.row(id)).toMatchObject({ state: 'retrying', attempts: 1 });
  });

  it('a device that was taken away meanwhile has no address', async () => {
    const fcm = keeping('fcm');
    const id = await sender.seed({ type: 'purchase_order.approved', ...at('fcm'), recipient: 'u-3' });
    await deliver(sender.deps([fcm.provider], { pushToken: async () => ({ kind: 'gone' }) }), job(id));
    expect(await sender.row(id)).toMatchObject({ state: 'suppressed', reason: 'no_address', attempts: 0 });
  });

  it('R-4.7 R-10.6 a device whose token no key opens waits, at no cost, and people are told', async () => {
    const fcm = keeping('fcm');
    const id = await sender.seed({ type: 'purchase_order.approved', ...at('fcm'), recipient: 'u-4' });
    const told: string[] = [];
    const over: Partial<SenderDeps> = {
      pushToken: async () => ({ kind: 'sealed' }),
      notice: (rule, subject) => told.push(`${rule} ${subject}`),
    };
    expect(await deliver(sender.deps([fcm.provider], over), job(id))).toMatchObject({ kind: 'wait' });
    expect(told).toEqual(['push_token_unreadable fcm']);
    expect(await sender.row(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await deliver(sender.deps([fcm.provider]), job(id));
    expect(await sender.row(id)).toMatchObject({ state: 'accepted' });
  });
});

describe('in-app', () => {
  it('R-4.6 is delivered when its card is committed', async () => {
    const id = await sender.seed({
      type: 'purchase_order.approved',
      channel: 'inapp',
      address: 'u-9',
      recipient: 'u-9',
    });
    const end = await deliver(sender.deps([]), job(id));
    expect(end).toEqual({ kind: 'done' });
    expect(await sender.row(id)).toMatchObject({ state: 'delivered', provider: 'inbox' });
    const cards = await sender.sql()`SELECT title FROM inbox_items WHERE id = ${id}`;
    expect(cards).toHaveLength(1);
    expect(await deliver(sender.deps([]), job(id))).toEqual({ kind: 'done' });
    expect(await sender.log(id)).toEqual(['inbox delivered']);
  });
});
