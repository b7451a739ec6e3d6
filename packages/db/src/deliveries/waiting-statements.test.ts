import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql, type SqlOrTx } from '../client.js';
import { eraseRecipient } from '../directory/erase-recipient.js';
import { bury, deadLetterOf, dueInMs, logOf, replay, rowOf, seedDelivery } from '../record.test-support.js';
import { beginSending, renewLeases } from './begin-sending.js';
import { recordAccepted } from './record-accepted.js';
import { transitionDeliveries } from './transition-deliveries.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 6, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

/** Runs `first` in a transaction, begins `second` so that it waits for `first`, then lets `first` commit. */
const whileWaiting = async <T>(
  first: (tx: Sql) => Promise<unknown>,
  second: (sql: SqlOrTx) => Promise<T>,
): Promise<T> => {
  let waiting: Promise<T> | undefined;
  await sql.begin(async (tx) => {
    await first(tx as unknown as Sql);
    waiting = second(sql);
    waiting.catch(() => {});
    await until(
      async () =>
        (await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
          .length > 0,
      { what: 'the second statement to wait for the first' },
    );
  });
  return (await waiting) as T;
};
/** A change that says nothing about the delivery. */
const touch = (id: string) => (tx: Sql) => tx`UPDATE deliveries SET segments = 1 WHERE id = ${id}`;
const accept = (id: string) => (any: SqlOrTx) =>
  recordAccepted(any, [{ id, provider: 'ses', messageId: `m-${id}`, status: 200, evidence: 'answer' }]);

it('a row that somebody else has just changed is in the answer all the same', async () => {
  const id = await seedDelivery(sql);
  const item = { id, token: randomUUID(), templateVersion: 'v1', provider: 'ses', logSeq: 0 };
  const begun = await whileWaiting(touch(id), (any) => beginSending(any, [item], 60_000));
  expect(begun).toMatchObject([{ id, won: true, state: 'queued' }]);
  expect(await whileWaiting(touch(id), (any) => renewLeases(any, [item], 60_000))).toEqual(new Set([id]));
  const guard = { kind: 'lease', token: item.token } as const;
  const later = { id, guard, to: 'unknown', reason: null, dueInMs: 0, entry: null } as const;
  expect(await whileWaiting(touch(id), (any) => transitionDeliveries(any, [later]))).toEqual(new Set([id]));
  expect(await rowOf(sql, id)).toMatchObject({ state: 'unknown', attempts: 1, segments: 1 });
  expect(await whileWaiting(touch(id), accept(id))).toEqual(new Set([id]));
  expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted' });
});

it('who waited for the winner is told that there is one', async () => {
  const id = await seedDelivery(sql);
  const item = () => ({ id, token: randomUUID(), templateVersion: 'v1', provider: 'ses', logSeq: 0 });
  const begun = await whileWaiting(
    (tx) => beginSending(tx, [item()], 60_000),
    (any) => beginSending(any, [item()], 60_000),
  );
  expect(begun).toMatchObject([{ id, won: false, state: 'sending' }]);
  expect(begun[0]?.leaseLeftMs).toBeGreaterThan(50_000);
});

it('an acceptance that waited for a replay leaves no work behind', async () => {
  const id = await seedDelivery(sql);
  await bury(sql, [id]);
  const became = await whileWaiting((tx) => replay(tx, [id], 'mia'), accept(id));
  expect(became).toEqual(new Set([id]));
  expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted' });
  expect(await dueInMs(sql, id)).toBeUndefined();
  expect((await logOf(sql, id)).map((entry) => entry.result)).toEqual(['replayed', 'accepted']);
});

it('an acceptance that waited for a burial closes its dead letter', async () => {
  const id = await seedDelivery(sql);
  const became = await whileWaiting((tx) => bury(tx, [id]), accept(id));
  expect(became).toEqual(new Set([id]));
  expect(await deadLetterOf(sql, id)).toMatchObject({ open: false, closed_by: 'evidence of acceptance' });
  expect(await dueInMs(sql, id)).toBeUndefined();
});

it('of two acceptances that meet the second knows that it is the second', async () => {
  const id = await seedDelivery(sql);
  expect(await whileWaiting(accept(id), accept(id))).toEqual(new Set());
  expect((await logOf(sql, id)).map((entry) => entry.seq)).toEqual([1, 2]);
});

it('a replay that waited for a burial puts back what it buried, or leaves it: never half', async () => {
  const id = await seedDelivery(sql);
  await sql`UPDATE deliveries SET address = address WHERE id = ${id}`;
  await sql.begin(async (tx) => {
    await bury(tx as unknown as Sql, [id]);
    expect(await replay(sql, [id], 'mia')).toEqual([]);
  });
  expect(await rowOf(sql, id)).toMatchObject({ state: 'dead' });
  expect(await deadLetterOf(sql, id)).toMatchObject({ open: true });
  expect(await replay(sql, [id], 'mia')).toHaveLength(1);
  expect(await deadLetterOf(sql, id)).toMatchObject({ open: false });
});

it('an erasure that waited for a replay leaves no work behind', async () => {
  const id = await seedDelivery(sql);
  await bury(sql, [id]);
  expect(
    await whileWaiting(
      (tx) => replay(tx, [id], 'mia'),
      () => eraseRecipient(sql, 'u-1'),
    ),
  ).toBe(true);
  expect(await rowOf(sql, id)).toMatchObject({ state: 'suppressed', reason: 'cancelled', address: null });
  expect(await dueInMs(sql, id)).toBeUndefined();
});
