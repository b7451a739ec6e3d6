import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { seedDeliveries } from '../record.test-support.js';
import { newlyDue } from './newly-due.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 2, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE work`;
});

const QUEUES = [
  { channel: 'email', lane: 'transactional' },
  { channel: 'email', lane: 'bulk' },
  { channel: 'sms', lane: 'transactional' },
];
const look = (since: string | null, limit = 100) => newlyDue(sql, QUEUES, since, limit);
/** Sets when it is due, in microseconds from `from`. */
const setDue = (id: string, from: string, micros: number) =>
  sql`UPDATE work SET due_at = ${from}::timestamptz + ${micros} * interval '1 microsecond' WHERE delivery_id = ${id}`;

it('only marks the beginning the first time', async () => {
  await seedDeliveries(sql, 3);
  const { until, due } = await look(null);
  expect(due).toEqual([]);
  expect(Math.abs(Date.parse(until) - Date.now())).toBeLessThan(60_000);
});

it('finds each delivery once, in the look in which its time has come, to the microsecond', async () => {
  const { ids } = await seedDeliveries(sql, 4);
  const [before, at, after, later] = ids as [string, string, string, string];
  const { until: since } = await look(null);
  await setDue(before, since, -1);
  await setDue(at, since, 0);
  await setDue(after, since, 1);
  await setDue(later, since, 3_600_000_000);
  const first = await look(since);
  expect(first.due).toEqual([{ id: after, channel: 'email', lane: 'transactional' }]);
  expect(first.until > since).toBe(true);
  expect((await look(first.until)).due).toEqual([]);
  await setDue(later, first.until, 1);
  expect((await look(first.until)).due.map((one) => one.id)).toEqual([later]);
});

it('takes as many as asked of each queue, the earliest first, and none of a queue that was not named', async () => {
  const { until: since } = await look(null);
  const seeded = [
    await seedDeliveries(sql, 4),
    await seedDeliveries(sql, 2, { lane: 'bulk' }),
    await seedDeliveries(sql, 3, { channel: 'sms' }),
    await seedDeliveries(sql, 3, { channel: 'push' }),
  ];
  for (const { ids } of seeded) for (const [n, id] of ids.entries()) await setDue(id, since, n + 1);
  const { due } = await look(since, 2);
  const [email, bulk, sms] = seeded.map(({ ids }) => ids.slice(0, 2));
  expect(due.map((one) => one.id).sort()).toEqual([email, bulk, sms].flat().sort());
  expect((await newlyDue(sql, [], since, 10)).due).toEqual([]);
});
