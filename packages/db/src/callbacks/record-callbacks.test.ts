import { randomUUID } from 'node:crypto';
import { type DeliveryState, type ProviderEvent, type ProviderEventKind, STATES } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { recordAccepted } from '../deliveries/record-accepted.js';
import { transitionDeliveries } from '../deliveries/transition-deliveries.js';
import {
  bury,
  deadLetterOf,
  dueInMs,
  logOf,
  replay,
  rowOf,
  seedDeliveries,
  seedDelivery,
  startSending,
} from '../record.test-support.js';
import { EVIDENCE, KINDS, LOWER, OVER, said, whileLocked } from './provider-events.test-support.js';
import { recordCallbacks } from './record-callbacks.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const tell = async (...events: ProviderEvent[]) => (await recordCallbacks(sql, events)).map(({ effect }) => effect);
const accept = (id: string) =>
  recordAccepted(sql, [{ id, provider: 'ses', messageId: `m-${id}`, status: 200, evidence: 'answer' }]);

const inState = async (state: DeliveryState): Promise<string> => {
  const id = await seedDelivery(sql);
  if (state === 'sending') await startSending(sql, [id]);
  else if (state === 'dead') await bury(sql, [id], 'unknown_outcome');
  else if ((EVIDENCE as readonly DeliveryState[]).includes(state)) await accept(id);
  if (state === 'delivered' || state === 'bounced') await tell(said(id, state));
  if (!['sending', 'dead'].includes(state)) await sql`UPDATE deliveries SET state = ${state} WHERE id = ${id}`;
  return id;
};
const results = async (id: string) => (await logOf(sql, id)).map(({ result }) => result);

const REASONS: Partial<Record<string, string>> = { rejected: 'rejected_later', bounced: 'hard_bounce' };
/** Where one event leads from a state in which no acceptance is recorded. */
const FROM_LOWER: Readonly<Record<Exclude<ProviderEventKind, 'deferred'>, DeliveryState>> = {
  accepted: 'accepted',
  rejected: 'bounced',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'accepted',
};

describe('R-4.9 a callback proves that the provider took the message', () => {
  const cases = LOWER.flatMap((state) => Object.entries(FROM_LOWER).map(([kind, to]) => [kind, state, to] as const));
  it.each(cases)('%s makes %s %s', async (kind, state, to) => {
    const id = await inState(state);
    expect(await tell(said(id, kind as ProviderEventKind))).toEqual(['changed']);
    expect(await rowOf(sql, id)).toMatchObject({
      state: to,
      reason: REASONS[kind] ?? null,
      provider: 'ses',
      provider_message_id: `m-${id}`,
      accepted_at: expect.any(String),
      lease_token: null,
      lease_until: null,
      log_seq: 1,
    });
    expect(await dueInMs(sql, id)).toBeUndefined();
    const log = await logOf(sql, id);
    expect(log).toMatchObject([{ seq: 1, provider: 'ses', code: 'found_by_callback' }]);
    const [named] = await sql`SELECT delivery_id FROM provider_messages WHERE message_id = ${`m-${id}`}`;
    expect(named).toEqual({ delivery_id: id });
    const letter = await deadLetterOf(sql, id);
    if (to === 'bounced') expect(letter).toMatchObject({ reason: REASONS[kind], open: true });
    else if (state === 'dead') expect(letter).toMatchObject({ open: false, closed_by: 'evidence of acceptance' });
    else expect(letter).toBeUndefined();
  });

  it.each(STATES)('a deferral changes nothing of %s', async (state) => {
    const id = await inState(state);
    const before = await rowOf(sql, id);
    expect(await tell(said(id, 'deferred'))).toEqual(['none']);
    expect(await rowOf(sql, id)).toEqual(before);
  });

  it('finds the delivery by the provider’s message id where the event carries no key', async () => {
    const id = await inState('accepted');
    expect(await tell(said(id, 'delivered', { deliveryKey: null }))).toEqual(['changed']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'delivered' });
  });

  it('ends the lease of whoever sends it: their verdict comes too late', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    await tell(said(id, 'delivered'));
    const guard = { kind: 'lease', token } as const;
    const late = { id, guard, to: 'unknown', reason: null, dueInMs: 0, entry: null } as const;
    expect((await transitionDeliveries(sql, [late])).size).toBe(0);
    await accept(id);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'delivered' });
  });
});

describe('R-10.1 what a provider says of a message that it took', () => {
  const STAYS = 'stays';
  const FROM_EVIDENCE: readonly [ProviderEventKind, DeliveryState, DeliveryState | typeof STAYS][] = [
    ['accepted', 'accepted', STAYS],
    ['accepted', 'delivered', STAYS],
    ['accepted', 'bounced', STAYS],
    ['rejected', 'accepted', 'bounced'],
    ['rejected', 'delivered', STAYS],
    ['rejected', 'bounced', STAYS],
    ['delivered', 'accepted', 'delivered'],
    ['bounced', 'accepted', 'bounced'],
    ['bounced', 'delivered', 'bounced'],
  ];
  it.each(FROM_EVIDENCE)('%s: %s becomes or %s', async (kind, from, to) => {
    const id = await inState(from);
    const before = await rowOf(sql, id);
    const effects = await tell(said(id, kind));
    const after = await rowOf(sql, id);
    if (to === STAYS) return expect([effects, after]).toEqual([['none'], before]);
    expect(effects).toEqual(['changed']);
    expect(after).toMatchObject({ state: to, log_seq: Number(before.log_seq) + 1 });
  });

  it.each(EVIDENCE)('a complaint is noted beside %s', async (state) => {
    const id = await inState(state);
    expect(await tell(said(id, 'complained'))).toEqual(['changed']);
    expect(await rowOf(sql, id)).toMatchObject({ state, complained_at: expect.any(String) });
    expect((await results(id)).at(-1)).toBe('complained');
  });

  it('R-8.1 a bounce and a rejection keep the vendor’s code and words, and open a dead letter', async () => {
    const [bounced, rejected] = [await inState('accepted'), await inState('accepted')];
    await tell(said(bounced, 'bounced'), said(rejected, 'rejected', { code: 'Bad content', detail: null }));
    expect(await rowOf(sql, bounced)).toMatchObject({
      reason: 'hard_bounce',
      bounced_at: expect.any(String),
      last_error_code: '5.1.1',
      last_error_message: 'user unknown',
    });
    expect(await rowOf(sql, rejected)).toMatchObject({
      state: 'bounced',
      reason: 'rejected_later',
      bounced_at: null,
      last_error_code: 'Bad content',
    });
    expect(await deadLetterOf(sql, bounced)).toMatchObject({ reason: 'hard_bounce', open: true });
    expect(await deadLetterOf(sql, rejected)).toMatchObject({ reason: 'rejected_later', open: true });
    expect(await results(bounced)).toEqual(['accepted', 'bounced']);
  });

  it('R-8.1 a complaint leaves the dead letter of a bounce open; that it arrived closes that of a rejection', async () => {
    const [bounced, rejected] = [await inState('accepted'), await inState('accepted')];
    await tell(said(bounced, 'bounced'), said(rejected, 'rejected'));
    await tell(said(bounced, 'complained'), said(rejected, 'delivered'));
    expect(await deadLetterOf(sql, bounced)).toMatchObject({ reason: 'hard_bounce', open: true });
    expect(await rowOf(sql, rejected)).toMatchObject({ state: 'delivered', reason: null });
    expect(await deadLetterOf(sql, rejected)).toMatchObject({ open: false, closed_by: 'evidence of acceptance' });
  });

  it.each(['delivered', 'bounced', 'complained', 'rejected'] as const)('%s said again is no news', async (kind) => {
    const id = await inState('accepted');
    expect(await tell(said(id, kind), said(id, kind))).toEqual(['changed', 'repeated']);
    const before = await rowOf(sql, id);
    expect(await tell(said(id, kind, { at: new Date(0).toISOString() }))).toEqual(['repeated']);
    expect(await rowOf(sql, id)).toEqual(before);
    expect(await results(id)).toHaveLength(2);
  });

  it('puts no event before what it follows from, nor into the future', async () => {
    const id = await inState('accepted');
    await tell(
      said(id, 'delivered', { at: '2001-01-01T00:00:00Z' }),
      said(id, 'complained', { at: '2999-01-01T00:00:00Z' }),
    );
    const [row] = await sql`
      SELECT delivered_at = accepted_at AS delivered, complained_at <= clock_timestamp() AS complained
      FROM deliveries WHERE id = ${id}`;
    expect(row).toEqual({ delivered: true, complained: true });
  });

  it('is harmless about messages that are not ours, alone and among ours', async () => {
    const id = await inState('accepted');
    const strange = said(randomUUID(), 'delivered');
    const noKey = { ...strange, deliveryKey: null };
    const nameless = { ...noKey, messageId: null };
    const nonsense = { ...strange, deliveryKey: 'no-key-of-ours' };
    expect(await tell(strange, noKey, said(id, 'delivered'), nameless, nonsense)).toEqual([
      'foreign',
      'foreign',
      'changed',
      'foreign',
      'foreign',
    ]);
    expect(await recordCallbacks(sql, [])).toEqual([]);
  });

  it('says whether an event is about what the row stands for now', async () => {
    const id = await inState('accepted');
    const stands = async (change: Partial<ProviderEvent> = {}) =>
      (await recordCallbacks(sql, [said(id, 'bounced', change)])).map(
        (one) => 'isOfStanding' in one && one.isOfStanding,
      );
    expect(await stands({ messageId: 'other' })).toEqual([false]);
    expect(await stands()).toEqual([true]);
    await replay(sql, [id], 'mia');
    expect(await stands()).toEqual([false]);
  });

  it('answers with what metrics are labelled by', async () => {
    const id = await inState('accepted');
    expect(await recordCallbacks(sql, [said(id, 'delivered')])).toMatchObject([
      { effect: 'changed', delivery: { channel: 'email', lane: 'transactional', type: 'purchase_order.approved' } },
    ]);
  });
});

describe('R-10.1 an event about another copy than the one that the row tells of', () => {
  it.each([
    ['another provider', { provider: 'sendgrid' }],
    ['another message of the same provider', { messageId: 'second' }],
  ])('of %s may prove that it arrived, never that this one bounced or was rejected', async (_what, other) => {
    const id = await inState('accepted');
    expect(await tell(said(id, 'bounced', other), said(id, 'rejected', other))).toEqual(['none', 'none']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted', log_seq: 1 });
    expect(await tell(said(id, 'delivered', other), said(id, 'bounced', other))).toEqual(['changed', 'none']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'delivered', provider: 'ses', provider_message_id: `m-${id}` });
  });

  it('without a message id is about its provider’s copy', async () => {
    const id = await inState('accepted');
    expect(await tell(said(id, 'bounced', { provider: 'sendgrid', messageId: null }))).toEqual(['none']);
    expect(await tell(said(id, 'bounced', { messageId: null }))).toEqual(['changed']);
  });
});

describe.each(['rejected', 'bounced'] as const)('R-8.1 after a replay of what was %s', (end) => {
  const replayed = async (): Promise<string> => {
    const id = await inState('accepted');
    await tell(said(id, end));
    expect(await replay(sql, [id], 'mia')).toHaveLength(1);
    return id;
  };

  it('the old copy’s events, said again, do not end the new attempt', async () => {
    const id = await replayed();
    const old = (['accepted', 'rejected', 'delivered', 'bounced'] as const).map((kind) => said(id, kind));
    expect(await tell(...old)).toEqual(['none', 'none', 'none', 'none']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'queued', provider: 'ses', provider_message_id: `m-${id}` });
    expect(await dueInMs(sql, id)).toBeDefined();
    expect(await deadLetterOf(sql, id)).toMatchObject({ open: false, closed_by: 'mia' });
  });

  it('a complaint of the old copy leaves the lease of who sends the new one', async () => {
    const id = await replayed();
    const token = await startSending(sql, [id]);
    expect(await tell(said(id, 'complained'))).toEqual(['changed']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'sending', lease_token: token });
    expect(await dueInMs(sql, id)).toBeDefined();
  });

  it('the new copy is proved like any other', async () => {
    const id = await replayed();
    expect(await tell(said(id, 'delivered', { messageId: 'second' }))).toEqual(['changed']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'delivered', provider_message_id: 'second' });
  });

  it('the new copy may bounce as well, and needs a person again', async () => {
    const id = await replayed();
    await recordAccepted(sql, [{ id, provider: 'ses', messageId: 'second', status: 200, evidence: 'answer' }]);
    expect(await tell(said(id, 'bounced', { messageId: 'second' }))).toEqual(['changed']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'bounced', reason: 'hard_bounce' });
    expect(await deadLetterOf(sql, id)).toMatchObject({ reason: 'hard_bounce', open: true });
    expect(await replay(sql, [id], 'mia')).toHaveLength(1);
  });
});

describe('R-10.1 order and repetition', () => {
  /** What order may decide: when we learned, how often the log grew, and which words came last. */
  const endOf = async (id: string) => {
    const { state, reason, provider, provider_message_id, accepted_at, delivered_at, bounced_at, complained_at } =
      await rowOf(sql, id);
    const letter = await deadLetterOf(sql, id);
    const times = [accepted_at, delivered_at, bounced_at, complained_at].map((at) => at !== null);
    return { state, reason, provider, copy: provider_message_id === `m-${id}`, times, dead: letter?.open ?? false };
  };
  const order = fc.shuffledSubarray([...KINDS], { minLength: 1 });

  it.each(['sending', 'unknown', 'accepted', 'dead', 'queued'] as const)(
    'from %s the same events end in the same row, together or one by one',
    async (state) => {
      const scattered = fc.tuple(order, order).map(([first, second]) => ({
        once: first,
        again: [...second.filter((kind) => first.includes(kind)), ...first],
      }));
      await fc.assert(
        fc.asyncProperty(scattered, fc.boolean(), async ({ once, again }, together) => {
          const [one, other] = [await inState(state), await inState(state)];
          await tell(...[...once].sort().map((kind) => said(one, kind)));
          if (together) await tell(...again.map((kind) => said(other, kind)));
          else for (const kind of again) await tell(said(other, kind));
          expect(await endOf(other)).toEqual(await endOf(one));
        }),
        { numRuns: 25 },
      );
    },
    60_000,
  );

  it('numbers the log without gaps, whatever comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...KINDS), { maxLength: 8 }), async (kinds) => {
        const id = await inState('unknown');
        await tell(...kinds.map((kind) => said(id, kind)));
        const seqs = (await logOf(sql, id)).map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.map((_, n) => n + 1));
        const { log_seq, state } = await rowOf(sql, id);
        expect(log_seq).toBe(seqs.length);
        expect((await dueInMs(sql, id)) === undefined).toBe(OVER.includes(String(state)));
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('twenty who bring the same at once change it once', async () => {
    const id = await inState('unknown');
    const effects = (await Promise.all(Array.from({ length: 20 }, () => tell(said(id, 'delivered'))))).flat();
    expect(effects.filter((effect) => effect === 'changed')).toHaveLength(1);
    expect(await logOf(sql, id)).toHaveLength(1);
  });

  it('batches that overlap in other orders all get through', async () => {
    const { ids } = await seedDeliveries(sql, 40);
    const batches = [ids, [...ids].reverse(), ids.slice(10), ids.slice(0, 30)];
    await Promise.all(
      batches.flatMap((batch) =>
        KINDS.filter((kind) => kind !== 'rejected').map((kind) => tell(...batch.map((id) => said(id, kind)))),
      ),
    );
    const rows = await sql`SELECT state, log_seq FROM deliveries WHERE id = ANY(${ids}::uuid[])`;
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['bounced']));
  });
});

describe('a row that changes before the verdict on it is written', () => {
  const whileWaiting = (first: (tx: Sql) => Promise<unknown>, second: () => Promise<unknown>) =>
    whileLocked(sql, first, second);

  it('by a replay: the evidence still wins and leaves no work behind', async () => {
    const id = await inState('dead');
    const effects = await whileWaiting(
      (tx) => replay(tx, [id], 'mia', { acceptSecondCopy: true }),
      () => tell(said(id, 'delivered')),
    );
    expect(effects).toEqual(['changed']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'delivered' });
    expect(await dueInMs(sql, id)).toBeUndefined();
  });

  it('by a burial: its dead letter is closed', async () => {
    const id = await seedDelivery(sql);
    await whileWaiting(
      (tx) => bury(tx, [id]),
      () => tell(said(id, 'accepted')),
    );
    expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted' });
    expect(await deadLetterOf(sql, id)).toMatchObject({ open: false });
  });

  it('by the sender’s own record: decided again on what it says', async () => {
    const id = await inState('sending');
    const effects = await whileWaiting(
      (tx) => recordAccepted(tx, [{ id, provider: 'sendgrid', messageId: 'other', status: 202, evidence: 'answer' }]),
      () => tell(said(id, 'bounced')),
    );
    expect(effects).toEqual(['none']);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted', provider: 'sendgrid' });
  });
});
