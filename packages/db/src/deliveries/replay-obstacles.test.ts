import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { bury, deadLetterOf, replay, rowOf, seedDeliveries } from '../record.test-support.js';
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
const TYPE = 'purchase_order.approved';
const NO_TYPES = new Map();
const ORDERS = new Map([[TYPE, { category: 'orders', mandatory: false }]]);
const SECURITY = new Map([[TYPE, { category: 'orders', mandatory: true }]]);
const put = (address: string, channel = 'email', reason = 'hard_bounce') =>
  sql`INSERT INTO suppressions (channel, address, reason, evidence_at) VALUES (${channel}, ${address}, ${reason}, now())`;
const wish = (externalId: string, categories: object) => sql`
  INSERT INTO preferences (person, categories) SELECT n, ${JSON.stringify(categories)}::text::jsonb FROM people WHERE external_id = ${externalId}`;
const dead = async (count: number, seed: { recipients?: readonly unknown[]; channel?: string } = {}) => {
  const { ids } = await seedDeliveries(sql, count, seed);
  await bury(sql, ids, 'rejected');
  return ids;
};
const order = { operator: 'mia', maxReplays: MAX, documentWaitMs: 60_000, perSecond: 100_000, acceptSecondCopy: false };

it('R-8.3 foresees what the sender would suppress, of the chosen and of groups, and leaves it open', async () => {
  const ids = await dead(4);
  await put('u-1@example.com');
  await put('u-3@example.com', 'sms');
  await wish('u-2', { orders: { email: false } });
  await wish('u-3', { orders: { sms: false }, news: { email: false } });
  const counts = { send: 2, suppressed: 1, opted_out: 1 };
  for (const target of [{ kind: 'ids', ids }, { kind: 'reason', reason: 'rejected' }, { kind: 'all' }] as const)
    expect(await readReplayPlan(sql, target, MAX, ORDERS)).toMatchObject({ counts, planned: 4, moved: 2 });
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX, NO_TYPES)).toMatchObject({
    counts: { send: 3, suppressed: 1 },
  });
  const [entry] = await sql`SELECT id FROM suppressions WHERE channel = 'email'`;
  const { rows } = await readReplayPlan(sql, { kind: 'ids', ids }, MAX, ORDERS);
  expect(rows.flatMap(({ suppressionId }) => suppressionId ?? [])).toEqual([entry?.id]);
  const run = await beginReplay(sql, { ...order, target: { kind: 'all' }, categories: ORDERS });
  expect(await run.toEnd()).toEqual({ replayed: 2, left: { suppressed: 1, opted_out: 1 } });
  for (const { id, verdict } of rows) expect((await deadLetterOf(sql, id))?.open).toBe(verdict !== 'send');
});

it.each(['email', 'whatsapp', 'sms', 'push'])(
  'R-6.2 a mandatory type overrules on %s what the sender would, and nothing else',
  async (channel) => {
    const ids = await dead(5, { channel });
    for (const [n, reason] of ['unsubscribed', 'hard_bounce', 'complaint', 'unregistered'].entries())
      await put(`u-${n + 1}@example.com`, channel, reason);
    await wish('u-5', { orders: { [channel]: false } });
    const own = channel === 'sms' ? { send: 1, opted_out: 1 } : { send: 2 };
    const counts = { ...own, suppressed: 3 };
    for (const target of [{ kind: 'ids', ids }, { kind: 'all' }] as const)
      expect((await readReplayPlan(sql, target, MAX, SECURITY)).counts).toEqual(counts);
    const { toEnd } = await beginReplay(sql, { ...order, target: { kind: 'all' }, categories: SECURITY });
    const { send, ...left } = counts;
    expect(await toEnd()).toEqual({ replayed: send, left });
  },
);

it('R-6.2 a person’s own word counts as having opted out, and names no entry to lift', async () => {
  const ids = await dead(3);
  await put('u-1@example.com', 'email', 'unsubscribed');
  await put('u-2@example.com', 'email', 'complaint');
  const [entry] = await sql`SELECT id FROM suppressions WHERE reason = 'complaint'`;
  const counts = { send: 1, suppressed: 1, opted_out: 1 };
  for (const categories of [ORDERS, NO_TYPES]) {
    expect((await readReplayPlan(sql, { kind: 'all' }, MAX, categories)).counts).toEqual(counts);
    const { rows } = await readReplayPlan(sql, { kind: 'ids', ids }, MAX, categories);
    expect(rows.map(({ verdict, suppressionId }) => [verdict, suppressionId]).sort()).toEqual([
      ['opted_out', null],
      ['send', null],
      ['suppressed', entry?.id],
    ]);
  }
  expect(await replay(sql, ids, 'mia', { categories: ORDERS })).toHaveLength(1);
});

it('R-8.1 judges the address that it would go to: the directory’s, or the one that was corrected', async () => {
  const [id = ''] = await dead(1, { recipients: ['u-1'] });
  await put('u-1@example.com');
  expect(await replay(sql, [id], 'mia')).toEqual([]);
  await sql`INSERT INTO recipients (id, email) VALUES ('u-1', 'right@example.com')`;
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX, NO_TYPES)).toMatchObject({ counts: { send: 1 } });
  await put('right@example.com');
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX, NO_TYPES)).toMatchObject({ counts: { suppressed: 1 } });
  expect(await replay(sql, [id], 'mia')).toEqual([]);
  await sql`UPDATE suppressions SET lifted_at = now() WHERE address = 'right@example.com'`;
  expect(await replay(sql, [id], 'mia')).toHaveLength(1);
  expect(await rowOf(sql, id)).toMatchObject({ state: 'queued', address: 'right@example.com' });
});

it('R-8.3 what has expired goes to be closed, whatever stands against its address', async () => {
  const [id = ''] = await dead(1);
  await put('u-1@example.com');
  await sql`UPDATE deliveries SET expires_at = now() - interval '1 s' WHERE id = ${id}`;
  expect(await readReplayPlan(sql, { kind: 'all' }, MAX, NO_TYPES)).toMatchObject({ counts: { expired: 1 }, moved: 1 });
  expect(await replay(sql, [id], 'mia')).toHaveLength(1);
});
