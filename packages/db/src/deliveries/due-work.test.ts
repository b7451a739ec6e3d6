import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { seedDeliveries, startSending } from '../record.test-support.js';
import { countUnknown, dueWork } from './due-work.js';

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
  await sql`TRUNCATE work`;
});

const due = (lane = 'transactional', limit = 100, channel = 'email') => dueWork(sql, channel, lane, limit);
const setDue = (id: string, seconds: number) =>
  sql`UPDATE work SET due_at = now() + ${seconds} * interval '1 second' WHERE delivery_id = ${id}`;

describe('R-8.6 what ought to have a job', () => {
  it('is what is due, the longest due first', async () => {
    const { ids } = await seedDeliveries(sql, 4);
    const [a, b, c, later] = ids as [string, string, string, string];
    for (const [id, seconds] of [
      [a, -10],
      [b, -30],
      [c, -20],
      [later, 60],
    ] as const)
      await setDue(id, seconds);
    expect(await due()).toEqual([b, c, a]);
  });

  it('is of one channel and lane', async () => {
    const email = (await seedDeliveries(sql, 1)).ids;
    const sms = (await seedDeliveries(sql, 2, { channel: 'sms' })).ids;
    const bulk = (await seedDeliveries(sql, 3, { lane: 'bulk' })).ids;
    expect(await due()).toEqual(email);
    expect((await due('transactional', 100, 'sms')).sort()).toEqual(sms);
    expect((await due('bulk')).sort()).toEqual(bulk);
    expect(await due('critical')).toEqual([]);
  });

  it('is not what somebody sends under a live lease; a dead lease is', async () => {
    const { ids } = await seedDeliveries(sql, 3);
    const [live, dead, queued] = ids as [string, string, string];
    await startSending(sql, [live, dead]);
    await sql`UPDATE deliveries SET lease_until = now() - interval '1 ms' WHERE id = ${dead}`;
    expect((await due()).sort()).toEqual([dead, queued].sort());
  });

  it.each(['pending', 'queued', 'held', 'waiting_document', 'retrying', 'unknown'])(
    'is also what waits as %s when its time has come',
    async (state) => {
      const { ids } = await seedDeliveries(sql, 1);
      await sql`UPDATE deliveries SET state = ${state} WHERE id = ${ids[0] as string}`;
      expect(await due()).toEqual(ids);
    },
  );

  it('is as many as were asked for', async () => {
    const { ids } = await seedDeliveries(sql, 6);
    for (const [n, id] of ids.entries()) await setDue(id, n - 100);
    expect(await due('transactional', 4)).toEqual(ids.slice(0, 4));
    expect(await due('transactional', 0)).toEqual([]);
  });

  it('is not hidden by what is being sent in front of it, nor by rows whose delivery is gone', async () => {
    const { ids } = await seedDeliveries(sql, 6);
    await startSending(sql, ids.slice(0, 4));
    for (const [n, id] of ids.entries()) await setDue(id, n - 100);
    await sql`
      INSERT INTO work (delivery_id, channel, lane, due_at)
      SELECT gen_random_uuid(), 'email', 'transactional', now() - interval '1 day' FROM generate_series(1, 10)`;
    expect(await due('transactional', 2)).toEqual(ids.slice(4));
  });
});

it('counts what is unknown while its window is open', async () => {
  const { ids } = await seedDeliveries(sql, 4);
  const [open, over, retrying] = ids as [string, string, string, string];
  for (const id of [open, retrying]) await setDue(id, 60);
  await sql`UPDATE deliveries SET state = 'unknown' WHERE id = ANY(${[open, over]}::uuid[])`;
  expect(await countUnknown(sql)).toBe(1);
});

it('costs nothing while thousands of messages are held', async () => {
  await sql`
    INSERT INTO work (delivery_id, channel, lane, due_at)
    SELECT gen_random_uuid(), 'email', 'bulk', now() + interval '1 hour' FROM generate_series(1, 20000)`;
  const one = createSql({ url: db.url, max: 1, app: 'test' });
  const read = async (): Promise<number> => {
    await one`SELECT pg_stat_force_next_flush()`;
    await one`SELECT pg_stat_clear_snapshot()`;
    const [row] = await one<
      { n: number }[]
    >`SELECT sum(idx_tup_read)::int AS n FROM pg_stat_user_indexes WHERE relname = 'work'`;
    return row?.n ?? 0;
  };
  const before = await read();
  expect(await dueWork(one, 'email', 'bulk', 5_000)).toEqual([]);
  expect((await read()) - before).toBeLessThan(100);
  await one.end();
});
