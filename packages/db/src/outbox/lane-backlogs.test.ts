import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { insertEvents } from '../events/insert-events.js';
import { newEvent } from '../record.test-support.js';
import { laneBacklogs } from './lane-backlogs.js';

const MOST = { transactional: 1_000, bulk: 5 };

let db: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 2, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE outbox, work`;
});

const late = (channel: string, lane: string, count: number, minutes: number) => sql`
  INSERT INTO work (delivery_id, channel, lane, due_at)
  SELECT gen_random_uuid(), ${channel}, ${lane}, now() - ${minutes} * interval '1 minute' FROM generate_series(1, ${count}::int)`;

it('R-1.7 nothing waits', async () => {
  const none = { events: 0, oldestSeconds: 0, lateSeconds: {} };
  expect(await laneBacklogs(sql, MOST)).toEqual({ transactional: none, bulk: none });
});

it('R-1.7 counts each lane’s events, up to one more than the limit, and knows how old they are', async () => {
  await insertEvents(
    sql,
    Array.from({ length: 9 }, () => newEvent({ lane: 'bulk' })),
  );
  await insertEvents(sql, [newEvent(), newEvent({ lane: 'critical' })]);
  await sql`UPDATE outbox SET created_at = now() - interval '10 minutes' WHERE lane = 'transactional'`;
  const { bulk, transactional } = await laneBacklogs(sql, MOST);
  expect(bulk?.events).toBe(6);
  expect(bulk?.oldestSeconds).toBeLessThan(30);
  expect(transactional?.events).toBe(1);
  expect(transactional?.oldestSeconds).toBeGreaterThanOrEqual(600);
});

it('R-1.7 knows how late each channel is, by its hundredth delivery: a few that are stuck are no backlog', async () => {
  await late('email', 'bulk', 99, 500);
  await late('email', 'bulk', 1, 10);
  await late('sms', 'bulk', 99, 500);
  await late('push', 'bulk', 200, -60);
  const { bulk, transactional } = await laneBacklogs(sql, MOST);
  expect(Object.keys(bulk?.lateSeconds ?? {})).toEqual(['email']);
  expect(bulk?.lateSeconds.email).toBeGreaterThanOrEqual(600);
  expect(bulk?.lateSeconds.email).toBeLessThan(700);
  expect(transactional?.lateSeconds).toEqual({});
});

it('R-9.8 a look at a large backlog reads no more than its limits allow', async () => {
  await sql`INSERT INTO outbox (event_id, lane) SELECT gen_random_uuid(), 'bulk' FROM generate_series(1, 20000)`;
  await late('email', 'bulk', 20_000, 60);
  await sql`ANALYZE outbox, work`;
  const read = async () => {
    await sql`SELECT pg_stat_force_next_flush()`;
    const [row] = await sql<{ n: number }[]>`
      SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_user_tables WHERE relname IN ('outbox', 'work')`;
    return row?.n ?? Number.NaN;
  };
  const one = createSql({ url: db.url, max: 1, app: 'test', genericPlans: true });
  const before = await read();
  await laneBacklogs(one, MOST);
  await one.end();
  expect((await read()) - before).toBeLessThan(2_000);
});
