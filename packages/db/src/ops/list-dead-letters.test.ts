import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { bury, replay, seedDeliveries, seedDelivery } from '../record.test-support.js';
import { type DeadLetterFilter, listDeadLetters, listDeadLetterTypes } from './list-dead-letters.js';
import { nextDeadLetters, readDeadLetter } from './read-dead-letter.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 4, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE dead_letters`;
});

const list = async (filter: DeadLetterFilter = {}): Promise<string[]> =>
  (await listDeadLetters(sql, filter, { limit: 100, cursor: null })).items.map(({ id }) => id);

const age = (id: string, hours: number) =>
  sql`UPDATE dead_letters SET opened_at = now() - ${hours} * interval '1 hour' WHERE delivery_id = ${id}`;

it('R-8.1 shows what, to whom, when and why, of those that are open', async () => {
  const { ids, event } = await seedDeliveries(sql, 2);
  await bury(sql, ids, 'throttled');
  await sql`UPDATE dead_letters SET closed_at = now() WHERE delivery_id = ${ids[1] as string}`;
  const { items, next } = await listDeadLetters(sql, {}, { limit: 10, cursor: null });
  expect(next).toBeNull();
  expect(items).toMatchObject([
    {
      id: ids[0],
      reason: 'throttled',
      channel: 'email',
      type: event.type,
      entityType: event.entityType,
      entityId: event.entityId,
      expired: false,
      replays: 0,
      redrives: 0,
    },
  ]);
  expect(items[0]?.recipientId).toMatch(/^u-\d$/);
  expect(JSON.stringify(items)).not.toContain('@');
});

it('R-8.1 filters by reason, type and age, also together', async () => {
  const [fresh = '', old = ''] = [await seedDelivery(sql), await seedDelivery(sql)];
  await bury(sql, [fresh], 'throttled');
  await bury(sql, [old], 'bad_address');
  await age(old, 30);
  await sql`UPDATE events SET type = 'invoice.issued' WHERE id = (SELECT event_id FROM deliveries WHERE id = ${old})`;
  expect(await list()).toEqual([fresh, old]);
  expect(await list({ reason: 'bad_address' })).toEqual([old]);
  expect(await list({ type: 'invoice.issued' })).toEqual([old]);
  expect(await list({ youngerThanHours: 24 })).toEqual([fresh]);
  expect(await list({ olderThanHours: 24 })).toEqual([old]);
  expect(await list({ reason: 'throttled', olderThanHours: 24 })).toEqual([]);
  expect(await listDeadLetterTypes(sql)).toEqual(['invoice.issued', 'purchase_order.approved']);
});

it('R-8.1 pages through all of them once, also those that were opened in one moment', async () => {
  const { ids } = await seedDeliveries(sql, 7);
  await bury(sql, ids);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listDeadLetters>> = await listDeadLetters(sql, {}, { limit: 3, cursor });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toEqual([...ids].reverse());
  expect((await listDeadLetters(sql, {}, { limit: 3, cursor: "x'; --" })).items).toHaveLength(3);
});

it('R-8.1 one is found open and closed, with how often it was replayed', async () => {
  const id = await seedDelivery(sql);
  expect(await readDeadLetter(sql, id)).toBeUndefined();
  await bury(sql, [id], 'throttled');
  expect(await readDeadLetter(sql, id)).toMatchObject({ id, reason: 'throttled', closedAt: null, replays: 0 });
  await replay(sql, [id], 'mia');
  expect(await readDeadLetter(sql, id)).toMatchObject({ closedBy: 'mia', replays: 1, redrives: 0 });
});

it('R-8.3 a group is met chunk by chunk, each once, and what dies again meanwhile is not', async () => {
  const { ids } = await seedDeliveries(sql, 5);
  await bury(sql, ids, 'throttled');
  const [{ until } = { until: '' }] = await sql<{ until: string }[]>`SELECT now() AS until`;
  const first = await nextDeadLetters(sql, 'throttled', { after: undefined, until, limit: 2 });
  await replay(sql, [ids[0] as string], 'mia');
  await bury(sql, [ids[0] as string], 'throttled');
  const second = await nextDeadLetters(sql, 'throttled', { after: first.at(-1), until, limit: 10 });
  expect([...first, ...second].map(({ id }) => id)).toEqual(ids);
  expect(await nextDeadLetters(sql, 'throttled', { after: second.at(-1), until, limit: 10 })).toEqual([]);
});
