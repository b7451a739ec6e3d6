import type { NewSuppression, RecordedEvent } from '@crier/db';
import { METRICS, type ProviderEvent } from '@crier/domain';
import { createMetrics } from '@crier/runtime';
import { expect, it } from 'vitest';
import { createRecordEvents } from './record-events.js';

const event = (kind: ProviderEvent['kind'], provider = 'ses'): ProviderEvent => ({
  deliveryKey: null,
  provider,
  messageId: 'm',
  kind,
  at: '2026-11-30T08:15:00.000Z',
  code: null,
  detail: null,
});
const delivery = { id: 'd', channel: 'email', lane: 'bulk', address: 'a@example.com', type: 'invoice.issued' } as const;

const recorder = (
  record: (events: readonly ProviderEvent[]) => Promise<readonly RecordedEvent[]>,
  suppress: (items: readonly NewSuppression[]) => Promise<unknown> = async () => {},
) => {
  const metrics = createMetrics(METRICS, { region: '', app: 'test' });
  return { record: createRecordEvents({ record, suppress, timeoutMs: 1_000, metrics }), metrics };
};

it('R-10.1 requests that come together share a statement, and one without events asks for none', async () => {
  const batches: number[] = [];
  const { record } = recorder(async (events) => {
    batches.push(events.length);
    return events.map(() => ({ effect: 'none', delivery, isOfStanding: true }));
  });
  await Promise.all([...Array.from({ length: 50 }, () => record([event('accepted'), event('delivered')])), record([])]);
  expect(batches).toEqual([100]);
});

it('a request that the database refuses for good fails alone', async () => {
  const { record } = recorder(async (events) => {
    if (events.some(({ provider }) => provider === 'poison')) throw new Error('refused');
    return events.map(() => ({ effect: 'none', delivery, isOfStanding: true }));
  });
  const answers = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) => record([event('delivered', n === 4 ? 'poison' : 'ses')])),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 9 }, (_, n) => (n === 4 ? 'rejected' : 'fulfilled')),
  );
});

it('R-8.8 counts what ended, what died, what was said before, and nothing else', async () => {
  const effects: RecordedEvent[] = [
    { effect: 'changed', delivery, isOfStanding: true },
    { effect: 'changed', delivery, isOfStanding: true },
    { effect: 'changed', delivery, isOfStanding: true },
    { effect: 'changed', delivery, isOfStanding: true },
    { effect: 'repeated', delivery, isOfStanding: true },
    { effect: 'none', delivery, isOfStanding: true },
    { effect: 'foreign' },
  ];
  const { record, metrics } = recorder(async () => effects);
  await record([
    event('delivered'),
    event('bounced'),
    event('complained'),
    event('rejected'),
    event('delivered'),
    event('delivered'),
    event('delivered'),
  ]);
  const counted = async (name: string) =>
    ((await metrics.registry.getSingleMetric(name)?.get())?.values ?? []).map(({ labels, value }) => ({
      ...labels,
      value,
    }));
  const named = { channel: 'email', type: 'invoice.issued', provider: 'ses' };
  expect(await counted('crier_deliveries_total')).toEqual([
    { ...named, lane: 'bulk', result: 'delivered', value: 1 },
    { ...named, lane: 'bulk', result: 'bounced', value: 1 },
  ]);
  expect(await counted('crier_delivery_failures_total')).toEqual([
    { ...named, error_code: 'rejected_later', value: 1 },
  ]);
  expect(await counted('crier_duplicates_total')).toEqual([{ where: 'callback', value: 1 }]);
});

it('R-10.1 what proves something of an address goes to the suppression list, also when it was said before', async () => {
  const taken: NewSuppression[] = [];
  const erased = { ...delivery, address: null };
  const { record } = recorder(
    async () => [
      { effect: 'repeated', delivery, isOfStanding: true },
      { effect: 'changed', delivery, isOfStanding: true },
      { effect: 'changed', delivery: erased, isOfStanding: true },
      { effect: 'foreign' },
    ],
    async (items) => void taken.push(...items),
  );
  const bounce: ProviderEvent = { ...event('bounced'), code: '5.1.1', suppress: 'hard_bounce' };
  await record([bounce, event('delivered'), bounce, bounce]);
  expect(taken).toEqual([
    {
      channel: 'email',
      address: 'a@example.com',
      reason: 'hard_bounce',
      provider: 'ses',
      code: '5.1.1',
      deliveryId: 'd',
      evidenceAt: bounce.at,
    },
  ]);
});

it('R-10.1 blames the address that the event names, and the delivery’s only for the copy that it stands for', async () => {
  const taken: NewSuppression[] = [];
  const erased = { ...delivery, address: null };
  const { record } = recorder(
    async () => [
      { effect: 'repeated', delivery, isOfStanding: false },
      { effect: 'repeated', delivery, isOfStanding: false },
      { effect: 'changed', delivery: erased, isOfStanding: true },
    ],
    async (items) => void taken.push(...items),
  );
  const bounce: ProviderEvent = { ...event('bounced'), suppress: 'hard_bounce' };
  await record([{ ...bounce, address: 'old@example.com' }, bounce, { ...bounce, address: 'gone@example.com' }]);
  expect(taken.map(({ address }) => address)).toEqual(['old@example.com']);
});

it('R-10.1 a list that can’t be written fails the request, so that the provider says it again', async () => {
  const failing = () => Promise.reject(new Error('away'));
  const { record } = recorder(async () => [{ effect: 'changed', delivery, isOfStanding: true }], failing);
  await expect(record([{ ...event('complained'), suppress: 'complaint' }])).rejects.toThrow();
});
