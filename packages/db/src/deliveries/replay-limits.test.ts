import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { bury, deadLetterOf, replay, rowOf, seedDeliveries, seedDelivery } from '../record.test-support.js';
import { recordAccepted } from './record-accepted.js';
import { correctAddress } from './replay-correct-address.js';
import { countReplayFacts, readReplayFacts } from './replay-facts.js';

const NO_TYPES = new Map();

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

it('R-8.3 replays a delivery as often as is allowed and then no more, also for many who press at once', async () => {
  const id = await seedDelivery(sql);
  for (let round = 0; round < 2; round++) {
    await bury(sql, [id]);
    expect(await replay(sql, [id], 'mia', { maxReplays: 2 })).toHaveLength(1);
  }
  await bury(sql, [id]);
  const pressed = Array.from({ length: 8 }, () => replay(sql, [id], 'mia', { maxReplays: 2 }));
  expect((await Promise.all(pressed)).flat()).toEqual([]);
  expect(await rowOf(sql, id)).toMatchObject({ state: 'dead' });
  expect(await deadLetterOf(sql, id)).toMatchObject({ open: true });
  expect(await readReplayFacts(sql, [id], NO_TYPES)).toMatchObject([{ id, replays: 2, closedBy: null }]);
  expect(await replay(sql, [id], 'mia')).toHaveLength(1);
});

it('R-8.3b leaves out what may already have arrived, unless somebody has accepted a second copy, which is audited', async () => {
  const { ids } = await seedDeliveries(sql, 2);
  await bury(sql, ids.slice(0, 1), 'unknown_outcome');
  await bury(sql, ids.slice(1), 'throttled');
  expect((await replay(sql, ids, 'mia')).map(({ id }) => id)).toEqual(ids.slice(1));
  expect(await replay(sql, ids.slice(0, 1), 'mia')).toEqual([]);
  expect(await replay(sql, ids.slice(0, 1), 'mia', { acceptSecondCopy: true })).toHaveLength(1);
  expect(await rowOf(sql, ids[0] as string)).toMatchObject({ resends: 1 });
  const audits = await sql`SELECT subject, detail FROM audit_log WHERE subject = ANY(${ids}) ORDER BY subject`;
  expect(audits).toEqual([
    { subject: ids[0], detail: { secondCopy: 'accepted' } },
    { subject: ids[1], detail: {} },
  ]);
});

it('R-8.1 puts back what was refused after it had been accepted, once, and leaves the name of that copy', async () => {
  const { ids } = await seedDeliveries(sql, 2);
  const [open = '', closed = ''] = ids;
  const copyOf = (id: string) => ({
    id,
    provider: 'ses',
    messageId: `m-${id}`,
    status: 200,
    evidence: 'answer' as const,
  });
  await recordAccepted(sql, ids.map(copyOf));
  await sql`UPDATE deliveries SET state = 'bounced', reason = 'hard_bounce', bounced_at = now() WHERE id = ANY(${ids}::uuid[])`;
  await sql`
    INSERT INTO dead_letters (delivery_id, event_id, reason, closed_at)
    SELECT id, event_id, reason, CASE WHEN id = ${closed} THEN now() END FROM deliveries WHERE id = ANY(${ids}::uuid[])`;
  expect(await readReplayFacts(sql, ids, NO_TYPES)).toMatchObject([
    { id: open, state: 'bounced', replayable: true },
    { id: closed, state: 'bounced', replayable: false },
  ]);
  expect(await correctAddress(sql, { id: open, address: 'right@example.com', operator: 'mia' })).toBe(true);
  expect(await correctAddress(sql, { id: closed, address: 'right@example.com', operator: 'mia' })).toBe(false);
  const pressed = await Promise.all(Array.from({ length: 5 }, () => replay(sql, ids, 'mia')));
  expect(pressed.flat().map(({ id }) => id)).toEqual([open]);
  expect(await rowOf(sql, open)).toMatchObject({
    ...{ state: 'queued', reason: null, attempts: 0, address: 'right@example.com', bounced_at: null },
    ...{ provider: 'ses', provider_message_id: `m-${open}` },
  });
  expect(await deadLetterOf(sql, open)).toMatchObject({ open: false, closed_by: 'mia' });
  expect(await rowOf(sql, closed)).toMatchObject({ state: 'bounced' });
});

it('R-8.3 says who was quicker', async () => {
  const id = await seedDelivery(sql);
  await bury(sql, [id]);
  await replay(sql, [id], 'mia');
  const [found] = await readReplayFacts(sql, [id], NO_TYPES);
  expect(found).toMatchObject({ state: 'queued', replays: 1, closedBy: 'mia' });
  expect(found?.closedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

it('R-8.3 counts what a group would come to, by what it is judged by', async () => {
  await sql`TRUNCATE dead_letters`;
  const { ids } = await seedDeliveries(sql, 5);
  await bury(sql, ids.slice(0, 3), 'throttled');
  await bury(sql, ids.slice(3), 'unknown_outcome');
  await sql`UPDATE deliveries SET expires_at = now() - interval '1 s' WHERE id = ${ids[0] as string}`;
  await replay(sql, ids.slice(1, 2), 'mia');
  await bury(sql, ids.slice(1, 2), 'throttled');
  const alike = { state: 'dead', n: 1, reason: 'throttled', replayable: true, suppressed: false, optedOut: false };
  const throttled = await countReplayFacts(sql, { kind: 'reason', reason: 'throttled' }, NO_TYPES);
  expect(throttled).toHaveLength(3);
  expect(throttled).toEqual(
    expect.arrayContaining([
      { ...alike, expired: true, replays: 0 },
      { ...alike, expired: false, replays: 1 },
      { ...alike, expired: false, replays: 0 },
    ]),
  );
  expect(await countReplayFacts(sql, { kind: 'all' }, NO_TYPES)).toContainEqual({
    state: 'dead',
    reason: 'unknown_outcome',
    replayable: true,
    expired: false,
    suppressed: false,
    optedOut: false,
    replays: 0,
    n: 2,
  });
});

it('R-8.1 takes a directory recipient’s address as it is now, and leaves an inline one and an erased one alone', async () => {
  const directory = ['u-1', { id: 'u-2', email: 'u-2@example.com' }, 'u-3', 'u-4'];
  const { ids } = await seedDeliveries(sql, 4, { recipients: directory });
  const byPerson = async (name: string) => {
    const [row] = await sql<{ id: string; address: string | null }[]>`
      SELECT d.id, d.address FROM deliveries d JOIN people q ON q.n = d.person
      WHERE d.id = ANY(${ids}::uuid[]) AND q.external_id = ${name}`;
    return row;
  };
  await sql`INSERT INTO recipients (id, email) VALUES ('u-1', 'New@Example.COM'), ('u-2', 'new@example.com'), ('u-3', 'no address')`;
  await sql`UPDATE deliveries SET address = NULL WHERE id = ${(await byPerson('u-4'))?.id as string}`;
  await bury(sql, ids, 'bad_address');
  expect(await replay(sql, ids, 'mia')).toHaveLength(4);
  expect((await byPerson('u-1'))?.address).toBe('new@example.com');
  expect((await byPerson('u-2'))?.address).toBe('u-2@example.com');
  expect((await byPerson('u-3'))?.address).toBe('u-3@example.com');
  expect((await byPerson('u-4'))?.address).toBeNull();
});
