import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { bury, deadLetterOf, rowOf, seedDeliveries } from '../record.test-support.js';
import { replayDeliveries } from './replay-deliveries.js';
import { readReplayPlan } from './replay-plan.js';
import { beginReplay } from './replay-run.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 4, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(() => sql`TRUNCATE dead_letters, suppressions, preferences, recipients`);

const MAX = 3;
const ORDERS = new Map([['purchase_order.approved', 'orders']]);
const put = (address: string, channel = 'email') =>
  sql`INSERT INTO suppressions (channel, address, reason, evidence_at) VALUES (${channel}, ${address}, 'hard_bounce', now())`;
const wish = (externalId: string, categories: object) => sql`
  INSERT INTO preferences (person, categories) SELECT n, ${JSON.stringify(categories)}::text::jsonb FROM people WHERE external_id = ${externalId}`;
const dead = async (count: number, recipients?: readonly unknown[]) => {
  const { ids } = await seedDeliveries(sql, count, recipients === undefined ? {} : { recipients });
  await bury(sql, ids, 'rejected');
  return ids;
};
const order = { operator: 'mia', maxReplays: MAX, perSecond: 100_000, acceptSecondCopy: false };

it('R-8.3 foresees what the sender would suppress, of the chosen and of groups, and leaves it open', async () => {
  const ids = await dead(4);
  await put('u-1@example.com');
  await put('u-3@example.com', 'sms');
  await wish('u-2', { orders: { email: false } });
  await wish('u-3', { orders: { sms: false }, news: { email: false } });
  const counts = { send: 2, suppressed: 1, opted_out: 1 };
  for (const target of [{ kind: 'ids', ids }, { kind: 'reason', reason: 'rejected' }, { kind: 'all' }] as const)
    expect(await readReplayPlan(sql, target, MAX, ORDERS)).toMatchObject({ counts, planned: 4, moved: 2 });
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX)).toMatchObject({ counts: { send: 3, suppressed: 1 } });
  const [entry] = await sql`SELECT id FROM suppressions WHERE channel = 'email'`;
  const { rows } = await readReplayPlan(sql, { kind: 'ids', ids }, MAX, ORDERS);
  expect(rows.flatMap(({ suppressionId }) => suppressionId ?? [])).toEqual([entry?.id]);
  const run = await beginReplay(sql, { ...order, target: { kind: 'all' }, categories: ORDERS });
  expect(await run.toEnd()).toEqual({ replayed: 2, left: { suppressed: 1, opted_out: 1 } });
  for (const { id, verdict } of rows) expect((await deadLetterOf(sql, id))?.open).toBe(verdict !== 'send');
});

it('R-8.1 judges the address that it would go to: the directory’s, or the one that was corrected', async () => {
  const [id = ''] = await dead(1, ['u-1']);
  await put('u-1@example.com');
  expect(await replayDeliveries(sql, [id], 'mia')).toEqual([]);
  await sql`INSERT INTO recipients (id, email) VALUES ('u-1', 'right@example.com')`;
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX)).toMatchObject({ counts: { send: 1 } });
  await put('right@example.com');
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX)).toMatchObject({ counts: { suppressed: 1 } });
  expect(await replayDeliveries(sql, [id], 'mia')).toEqual([]);
  await sql`UPDATE suppressions SET lifted_at = now() WHERE address = 'right@example.com'`;
  expect(await replayDeliveries(sql, [id], 'mia')).toHaveLength(1);
  expect(await rowOf(sql, id)).toMatchObject({ state: 'queued', address: 'right@example.com' });
});

it('R-8.3 what has expired goes to be closed, whatever stands against its address', async () => {
  const [id = ''] = await dead(1);
  await put('u-1@example.com');
  await sql`UPDATE deliveries SET expires_at = now() - interval '1 s' WHERE id = ${id}`;
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX)).toMatchObject({ counts: { expired: 1 }, moved: 1 });
  expect(await replayDeliveries(sql, [id], 'mia')).toHaveLength(1);
});
