import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { eraseRecipient } from '../directory/erase-recipient.js';
import { bury, dueInMs, logOf, rowOf, startSending } from '../record.test-support.js';
import { deliverInApp, INBOX_CHANNEL, type InAppDelivery } from './deliver-in-app.js';
import { personOf, seedCard, todayAt } from './inbox.test-support.js';
import { markItem } from './mark-items.js';
import { changesSince, countUnread, listInbox } from './read-inbox.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 8, app: 'test', genericPlans: true });
});
beforeEach(() => sql`TRUNCATE inbox_items`);
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const titles = async (recipient = 'u-1'): Promise<string[]> => {
  const { items } = await listInbox(sql, await personOf(sql, recipient), { limit: 100, cursor: null });
  return items.map((item) => item.title);
};
const results = async ({ id }: InAppDelivery) => (await logOf(sql, id)).map((entry) => entry.result);

describe('R-10.2 an in-app message', () => {
  it('stands in the inbox when its delivery says delivered', async () => {
    const card = await seedCard(sql, { entityId: 'PO-4482', version: 7, title: 'PO-4482 is approved' });
    expect(await deliverInApp(sql, [{ ...card, url: 'https://erp.example/po/4482' }])).toEqual(new Set([card.id]));
    const row = await rowOf(sql, card.id);
    expect(row).toMatchObject({
      state: 'delivered',
      provider: 'inbox',
      attempts: 1,
      log_seq: 1,
      template_version: 'v1',
      reason: null,
    });
    expect([row.accepted_at, row.delivered_at, row.rendered_at]).not.toContain(null);
    expect(await logOf(sql, card.id)).toMatchObject([{ seq: 1, provider: 'inbox', result: 'delivered' }]);
    expect(await dueInMs(sql, card.id)).toBeUndefined();
    const { items } = await listInbox(sql, await personOf(sql), { limit: 10, cursor: null });
    expect(items).toMatchObject([
      {
        id: card.id,
        type: 'purchase_order.approved',
        entity: { type: 'purchase_order', id: 'PO-4482', version: 7 },
        title: 'PO-4482 is approved',
        body: 'It was approved.',
        url: 'https://erp.example/po/4482',
        seenAt: null,
        readAt: null,
        archivedAt: null,
      },
    ]);
  });

  it('is told to whoever listens, once for each person and after the commit', async () => {
    const told: string[] = [];
    const { unlisten } = await sql.listen(INBOX_CHANNEL, (person) => told.push(person));
    const cards = [await seedCard(sql), await seedCard(sql), await seedCard(sql, { recipient: 'u-2' })];
    await deliverInApp(sql, cards);
    const people = [String(await personOf(sql, 'u-1')), String(await personOf(sql, 'u-2'))].sort();
    await until(async () => told.length >= 2, { what: 'both people' });
    expect([...told].sort()).toEqual(people);
    await unlisten();
  });

  it('is left alone when somebody else was quicker, whatever he did', async () => {
    const [sending, dead, moved, delivered, unknown] = [
      await seedCard(sql),
      await seedCard(sql),
      await seedCard(sql),
      await seedCard(sql),
      { ...(await seedCard(sql)), id: '00000000-0000-8000-8000-000000000000' },
    ];
    await startSending(sql, [sending.id]);
    await bury(sql, [dead.id]);
    await deliverInApp(sql, [delivered]);
    const all = [sending, dead, { ...moved, logSeq: 1 }, delivered, unknown];
    expect(await deliverInApp(sql, all)).toEqual(new Set());
    expect(await titles()).toEqual([delivered.title]);
    expect(await rowOf(sql, delivered.id)).toMatchObject({ attempts: 1, log_seq: 1 });
  });

  it('is put there once by ten workers', async () => {
    const card = await seedCard(sql);
    const winners = await Promise.all(Array.from({ length: 10 }, () => deliverInApp(sql, [card])));
    expect(winners.filter((won) => won.has(card.id))).toHaveLength(1);
    expect(await results(card)).toEqual(['delivered']);
  });

  it('is not for somebody who was erased', async () => {
    const card = await seedCard(sql, { recipient: 'gone' });
    await eraseRecipient(sql, 'gone');
    await sql`UPDATE deliveries SET state = 'queued' WHERE id = ${card.id}`;
    expect(await deliverInApp(sql, [card])).toEqual(new Set());
    expect(await sql`SELECT FROM inbox_items`).toHaveLength(0);
  });

  it('is named once in a statement', async () => {
    const card = await seedCard(sql);
    await expect(deliverInApp(sql, [card, card])).rejects.toThrow('once');
    expect(await deliverInApp(sql, [])).toEqual(new Set());
  });
});

const orders = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => orders(items.filter((_, n) => n !== at)).map((rest) => [item, ...rest]));

describe('R-6.7 of the cards of one thing the newest stands, whatever arrives first', () => {
  const three = async () => [
    await seedCard(sql, { entityId: 'PO-1', version: 1 }),
    await seedCard(sql, { entityId: 'PO-1', version: 2 }),
    await seedCard(sql, { entityId: 'PO-1', version: 10 }),
  ];

  it.each(orders([0, 1, 2]))('one after the other: %i, %i, %i', async (...order) => {
    const cards = await three();
    for (const n of order) await deliverInApp(sql, [cards[n] as InAppDelivery]);
    expect(await titles()).toEqual(['PO-1 10']);
    for (const [place, n] of order.entries()) {
      const beaten = order.slice(0, place).some((before) => before > n);
      expect(await results(cards[n] as InAppDelivery)).toEqual([beaten ? 'collapsed' : 'delivered']);
    }
  });

  it.each(orders([0, 1, 2]))('in one statement: %i, %i, %i', async (...order) => {
    const cards = await three();
    expect(
      (
        await deliverInApp(
          sql,
          order.map((n) => cards[n] as InAppDelivery),
        )
      ).size,
    ).toBe(3);
    expect(await titles()).toEqual(['PO-1 10']);
    expect((await Promise.all(cards.map(results))).flat()).toEqual(['collapsed', 'collapsed', 'delivered']);
  });

  it('of one version the later occurrence stands', async () => {
    const early = await seedCard(sql, { entityId: 'PO-1', version: 1, occurredAt: todayAt(1), title: 'early' });
    const late = await seedCard(sql, { entityId: 'PO-1', version: 1, occurredAt: todayAt(2), title: 'late' });
    await deliverInApp(sql, [late]);
    await deliverInApp(sql, [early]);
    expect(await titles()).toEqual(['late']);
  });

  it.each(['in one statement', 'one after the other'])('of a tie the one that came later stands, %s', async (how) => {
    const same = { entityId: how, version: 1, occurredAt: todayAt(1), collapseGroup: 'po' };
    const first = await seedCard(sql, { ...same, type: 'z.first', title: 'first' });
    const second = await seedCard(sql, { ...same, type: 'a.second', title: 'second' });
    if (how === 'in one statement') await deliverInApp(sql, [first, second]);
    else for (const card of [first, second]) await deliverInApp(sql, [card]);
    expect(await titles()).toEqual(['second']);
  });

  it('no other person, thing, group, or card without a version is touched', async () => {
    const cards = [
      await seedCard(sql, { entityId: 'PO-1', version: 1 }),
      await seedCard(sql, { entityId: 'PO-2', version: 1 }),
      await seedCard(sql, { entityId: 'PO-1', version: 1, collapseGroup: 'other' }),
      await seedCard(sql, { entityId: 'PO-1' }),
      await seedCard(sql, { entityId: 'PO-1' }),
      // What a joined key could not tell from the first.
      await seedCard(sql, { entityId: 'PO-1', version: 1, collapseGroup: 'purchase_order.approved","purchase_order' }),
    ];
    await deliverInApp(sql, [...cards, await seedCard(sql, { recipient: 'u-2', entityId: 'PO-1', version: 2 })]);
    expect(await titles()).toHaveLength(cards.length);
    expect(await titles('u-2')).toEqual(['PO-1 2']);
  });

  it('a newer card is unseen, unread and back from the archive; an older one changes nothing', async () => {
    const person = await personOf(sql);
    const [old, current, newer] = (await three()) as [InAppDelivery, InAppDelivery, InAppDelivery];
    await deliverInApp(sql, [current]);
    for (const mark of ['seen', 'read', 'archive'] as const) await markItem(sql, person, current.id, mark);
    const before = await changesSince(sql, person, 0, 10);
    await deliverInApp(sql, [old]);
    expect(await changesSince(sql, person, 0, 10)).toEqual(before);
    expect(await titles()).toEqual([]);
    await deliverInApp(sql, [newer]);
    expect(await changesSince(sql, person, before[0]?.change ?? 0, 10)).toMatchObject([
      { id: newer.id, card: before[0]?.card, seenAt: null, readAt: null, archivedAt: null },
    ]);
    expect(await countUnread(sql, person)).toBe(1);
  });

  it('also when sixteen statements of the same people and things race', { timeout: 60_000 }, async () => {
    const cards: InAppDelivery[] = [];
    for (let n = 0; n < 120; n++)
      cards.push(await seedCard(sql, { recipient: `r-${n % 3}`, entityId: `PO-${n % 4}`, version: (n * 7) % 30 }));
    // Batches that overlap in people and things, each in another order.
    const batches = Array.from({ length: 16 }, (_, b) => cards.filter((_card, n) => (n * 13) % 16 === b));
    const done = await Promise.all(batches.map((batch, b) => deliverInApp(sql, b % 2 ? batch : [...batch].reverse())));
    expect(done.reduce((sum, ids) => sum + ids.size, 0)).toBe(cards.length);
    const wrong = await sql`
      SELECT i.title FROM inbox_items i JOIN people p ON p.n = i.person
      WHERE p.external_id LIKE 'r-%' AND (i.entity_version, i.occurred_at) < (
        SELECT e.entity_version, e.occurred_at FROM deliveries d JOIN events e ON e.id = d.event_id
        WHERE d.person = i.person AND e.entity_id = i.entity_id ORDER BY 1 DESC, 2 DESC LIMIT 1)`;
    expect(wrong).toEqual([]);
    expect((await Promise.all(['r-0', 'r-1', 'r-2'].map((r) => titles(r)))).flat()).toHaveLength(12);
  });
});
