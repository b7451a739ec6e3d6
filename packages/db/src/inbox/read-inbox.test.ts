import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { eraseRecipient } from '../directory/erase-recipient.js';
import { deliverInApp, INBOX_CHANNEL, type InAppDelivery } from './deliver-in-app.js';
import { type CardSeed, personOf, seedCard } from './inbox.test-support.js';
import type { InboxItem } from './inbox-item.js';
import { type Mark, markAllSeen, markItem } from './mark-items.js';
import { changesSince, countUnread, isSomebody, listInbox, newestChanges } from './read-inbox.js';

let db: TestDatabase;
let sql: Sql;
let person: number;
let other: number;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 8, app: 'test', genericPlans: true });
});
beforeEach(async () => {
  await sql`TRUNCATE inbox_items`;
  person = await personOf(sql);
  other = await personOf(sql, 'u-2');
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const deliver = async (seed: CardSeed = {}): Promise<InAppDelivery> => {
  const card = await seedCard(sql, seed);
  await deliverInApp(sql, [card]);
  return card;
};
const list = async (limit = 100) => (await listInbox(sql, person, { limit, cursor: null })).items;

describe('R-10.2 the list', () => {
  it('has the newest first, in pages that join, also where cards came at one instant', async () => {
    const cards = await Promise.all(Array.from({ length: 7 }, () => seedCard(sql)));
    await deliverInApp(sql, cards);
    await sql`UPDATE inbox_items SET rendered_at = '2026-11-30 08:15:00.123457+00' WHERE id <> ${cards[0]?.id as string}`;
    const whole = await list();
    expect(whole).toHaveLength(7);
    expect(whole[0]?.id).toBe(cards[0]?.id);
    const paged: InboxItem[] = [];
    for (
      let cursor = null as Awaited<ReturnType<typeof listInbox>>['next'], more = true;
      more;
      more = cursor !== null
    ) {
      const page = await listInbox(sql, person, { limit: 2, cursor });
      paged.push(...page.items);
      cursor = page.next;
    }
    expect(paged).toEqual(whole);
  });

  it('has no archived card and none of anybody else', async () => {
    const [kept, archived] = [await deliver(), await deliver()];
    await deliver({ recipient: 'u-2' });
    await markItem(sql, person, archived.id, 'archive');
    expect((await list()).map((item) => item.id)).toEqual([kept.id]);
  });
});

describe('R-10.2 seen, read, archived', () => {
  it.each<[Mark, (keyof InboxItem)[]]>([
    ['seen', ['seenAt']],
    ['read', ['seenAt', 'readAt']],
    ['archive', ['seenAt', 'archivedAt']],
  ])('%s sets %j to the instant of the first time, and tells it once', async (mark, set) => {
    const { id } = await deliver();
    const told: string[] = [];
    const { unlisten } = await sql.listen(INBOX_CHANNEL, (who) => told.push(who));
    const first = await markItem(sql, person, id, mark);
    for (const name of ['seenAt', 'readAt', 'archivedAt'] as const)
      expect(first?.[name]).toEqual(set.includes(name) ? expect.stringMatching(/^\d{4}-.*Z$/) : null);
    expect(await markItem(sql, person, id, mark)).toEqual(first);
    expect(await markItem(sql, person, id, 'seen')).toEqual(first);
    expect(await countUnread(sql, person)).toBe(0);
    await sql`SELECT pg_notify(${INBOX_CHANNEL}, 'end')`;
    await until(async () => told.includes('end'), { what: 'the last notice' });
    expect(told).toEqual([String(person), 'end']);
    await unlisten();
  });

  it('finds no card of another person, nor one that a newer has replaced', async () => {
    const foreign = await deliver({ recipient: 'u-2' });
    const old = await deliver({ entityId: 'PO-9', version: 1 });
    await deliver({ entityId: 'PO-9', version: 2 });
    for (const { id } of [foreign, old]) expect(await markItem(sql, person, id, 'read')).toBeUndefined();
    expect(await countUnread(sql, other)).toBe(1);
    expect(await countUnread(sql, person)).toBe(1);
  });

  it('all at once are this person’s only, and archived ones stay as they are', async () => {
    for (const recipient of ['u-1', 'u-1', 'u-2']) await deliver({ recipient });
    const before = (await newestChanges(sql, [person])).get(person) as number;
    expect(await markAllSeen(sql, person)).toBe(2);
    expect(await countUnread(sql, person)).toBe(0);
    expect(await countUnread(sql, other)).toBe(1);
    expect(await changesSince(sql, person, before, 10)).toHaveLength(2);
    expect(await markAllSeen(sql, person)).toBe(0);
  });
});

describe('R-10.2 changes since', () => {
  it('are in order, each card with its last state, archived ones too', async () => {
    const [first, second] = [await deliver(), await deliver()];
    await markItem(sql, person, first.id, 'archive');
    const all = await changesSince(sql, person, 0, 10);
    expect(all.map((item) => item.id)).toEqual([second.id, first.id]);
    expect(all[1]?.archivedAt).not.toBeNull();
    expect(await changesSince(sql, person, all[0]?.change ?? 0, 10)).toEqual(all.slice(1));
    expect(await changesSince(sql, person, 0, 1)).toEqual(all.slice(0, 1));
    expect(await newestChanges(sql, [person, other, 999_999])).toEqual(
      new Map([
        [person, all[1]?.change],
        [other, 0],
      ]),
    );
  });

  it('leave no gap: who has seen a number has seen all below it, while eight writers race', {
    timeout: 60_000,
  }, async () => {
    const cards: InAppDelivery[] = [];
    for (let n = 0; n < 96; n++) cards.push(await seedCard(sql, { recipient: n % 2 ? 'u-1' : 'u-2' }));
    let writing = true;
    const seen: InboxItem[] = [];
    const follow = async () => {
      for (let last = 0, quiet = false; writing || !quiet; ) {
        const changes = await changesSince(sql, person, last, 5);
        quiet = changes.length === 0;
        seen.push(...changes);
        last = changes.at(-1)?.change ?? last;
      }
    };
    const write = async (worker: number) => {
      for (let n = worker; n < cards.length; n += 16) {
        // A transaction that stays open for a moment, as one does on a busy server.
        await sql.begin(async (tx) => {
          await deliverInApp(tx, [cards[n] as InAppDelivery, ...(cards[n + 8] ? [cards[n + 8] as InAppDelivery] : [])]);
          await tx`SELECT pg_sleep(${(worker % 4) / 200})`;
        });
        await markItem(sql, person, cards[n]?.id as string, 'read');
      }
    };
    const follower = follow();
    await Promise.all(Array.from({ length: 8 }, (_, worker) => write(worker)));
    writing = false;
    await follower;
    const known = new Map(seen.map((item) => [item.card, item]));
    const now = await changesSince(sql, person, 0, 1_000);
    expect(now).toHaveLength(48);
    expect(new Map(now.map((item) => [item.card, item]))).toEqual(known);
  });
});

it('R-10.7 who was erased is nobody', async () => {
  const gone = await personOf(sql, 'gone');
  const { id } = await deliver({ recipient: 'gone' });
  expect(await isSomebody(sql, gone)).toBe(true);
  await eraseRecipient(sql, 'gone');
  expect(await isSomebody(sql, gone)).toBe(false);
  expect(await isSomebody(sql, 999_999)).toBe(false);
  expect(await newestChanges(sql, [gone])).toEqual(new Map());
  await markItem(sql, gone, id, 'read');
  expect(await markAllSeen(sql, gone)).toBe(0);
});
