import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { insertEvents } from '../events/insert-events.js';
import { bury, newEvent, seedDeliveries } from '../record.test-support.js';
import { backlogAges, outboxOverdueSeconds } from './backlog-ages.js';
import { beat, beatingForMs, keepBeating, secondsSinceBeat } from './heartbeats.js';
import { countAccepted, countNewDeadLetters } from './recent-failures.js';

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
  await sql`TRUNCATE dead_letters, work, outbox, provider_messages, heartbeats`;
});

describe('R-8.7 what alerts look at', () => {
  it('the age of the oldest due message of each channel and lane; what has its own time is not late', async () => {
    await seedDeliveries(sql, 3, { lane: 'critical' });
    await seedDeliveries(sql, 2, { lane: 'bulk' });
    await sql`UPDATE work SET due_at = now() - interval '90 s' WHERE lane = 'critical'`;
    await sql`UPDATE work SET due_at = now() + interval '90 s' WHERE lane = 'bulk'`;
    const ages = await backlogAges(sql);
    expect(ages).toEqual([{ channel: 'email', lane: 'critical', seconds: expect.any(Number) }]);
    expect(ages[0]?.seconds).toBeGreaterThan(89);
    expect(ages[0]?.seconds).toBeLessThan(120);
  });

  it('the age of the oldest event that is not routed, by lane', async () => {
    await insertEvents(sql, [newEvent({ lane: 'bulk' }), newEvent({ lane: 'critical' })]);
    await sql`UPDATE outbox SET created_at = now() - interval '5 min' WHERE lane = 'bulk'`;
    const ages = new Map((await backlogAges(sql)).map((age) => [`${age.channel} ${age.lane}`, age.seconds]));
    expect([...ages.keys()].sort()).toEqual(['null bulk', 'null critical']);
    expect(ages.get('null bulk')).toBeGreaterThan(299);
    expect(ages.get('null critical')).toBeLessThan(60);
  });

  it('the critical event that lies behind a storm of bulk', async () => {
    await sql`INSERT INTO outbox (event_id, lane) SELECT gen_random_uuid(), 'bulk' FROM generate_series(1, 100001)`;
    await sql`INSERT INTO outbox (event_id, lane, created_at) VALUES (gen_random_uuid(), 'critical', now() - interval '40 s')`;
    const critical = (await backlogAges(sql)).find((age) => age.channel === null && age.lane === 'critical');
    expect(critical?.seconds).toBeGreaterThan(39);
    const plan = await sql`EXPLAIN SELECT created_at FROM outbox WHERE lane = 'critical' ORDER BY created_at LIMIT 1`;
    expect(JSON.stringify(plan)).toContain('outbox_oldest');
  });

  it('how long the outbox has had something to publish: what is published waits for nobody', async () => {
    expect(await outboxOverdueSeconds(sql)).toBe(0);
    await insertEvents(sql, [newEvent(), newEvent()]);
    await sql`UPDATE outbox SET publish_again_at = now() + interval '1 min'`;
    expect(await outboxOverdueSeconds(sql)).toBe(0);
    await sql`UPDATE outbox SET publish_again_at = now() - interval '1 min' WHERE event_id = (SELECT min(event_id::text)::uuid FROM outbox)`;
    expect(await outboxOverdueSeconds(sql)).toBeGreaterThan(59);
  });

  it('dead letters of the last while that are open, up to a limit', async () => {
    const { ids } = await seedDeliveries(sql, 6);
    await bury(sql, ids);
    await sql`UPDATE dead_letters SET opened_at = now() - interval '11 min' WHERE delivery_id = ${ids[0] as string}`;
    await sql`UPDATE dead_letters SET closed_at = now() WHERE delivery_id = ${ids[1] as string}`;
    expect(await countNewDeadLetters(sql, 600, 100)).toBe(4);
    expect(await countNewDeadLetters(sql, 600, 3)).toBe(3);
  });

  it('acceptances of the last while, up to a limit', async () => {
    await sql`
      INSERT INTO provider_messages (provider, message_id, delivery_id, at)
      SELECT 'ses', n::text, gen_random_uuid(), now() - n * interval '1 min' FROM generate_series(0, 9) n`;
    expect(await countAccepted(sql, 300, 100)).toBe(5);
    expect(await countAccepted(sql, 300, 2)).toBe(2);
  });

  it('acceptances are found without reading the table', async () => {
    const plan = await sql.begin(async (tx) => {
      await tx`SET LOCAL enable_seqscan = off`;
      return tx`EXPLAIN SELECT FROM provider_messages WHERE at > statement_timestamp() - interval '5 min' LIMIT 100`;
    });
    expect(JSON.stringify(plan)).toContain('provider_messages_at');
  });

  it('when something last happened by itself', async () => {
    expect(await secondsSinceBeat(sql, 'sweep')).toBeUndefined();
    await Promise.all([beat(sql, 'sweep'), beat(sql, 'sweep')]);
    expect(await secondsSinceBeat(sql, 'sweep')).toBeLessThan(10);
    await sql`UPDATE heartbeats SET at = now() - interval '1 hour'`;
    expect(await secondsSinceBeat(sql, 'sweep')).toBeGreaterThan(3_599);
    await beat(sql, 'sweep');
    expect(await secondsSinceBeat(sql, 'sweep')).toBeLessThan(10);
  });

  it('R-4.9 how long something has gone on without a gap', async () => {
    const GAP_MS = 6_000;
    const long = () => beatingForMs(sql, 'callbacks', GAP_MS);
    expect(await long()).toBeUndefined();
    await Promise.all([keepBeating(sql, 'callbacks', GAP_MS), keepBeating(sql, 'callbacks', GAP_MS)]);
    await sql`UPDATE heartbeats SET since = since - interval '1 hour', at = at - interval '5 seconds'`;
    await keepBeating(sql, 'callbacks', GAP_MS);
    expect(await long()).toBeGreaterThanOrEqual(3_600_000);
    await sql`UPDATE heartbeats SET at = at - interval '7 seconds'`;
    expect(await long()).toBe(0);
    await keepBeating(sql, 'callbacks', GAP_MS);
    expect(await long()).toBeLessThan(5_000);
  });
});
