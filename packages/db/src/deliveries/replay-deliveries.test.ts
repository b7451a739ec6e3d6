import { randomUUID } from 'node:crypto';
import { STATES } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import {
  bury,
  deadLetterOf,
  dueInMs,
  logOf,
  replay,
  rowOf,
  seedDeliveries,
  seedDelivery,
  startSending,
} from '../record.test-support.js';
import { dueWork } from './due-work.js';
import { transitionDeliveries } from './transition-deliveries.js';

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

const audits = (id: string) => sql`SELECT actor, action FROM audit_log WHERE subject = ${id} ORDER BY n`;

it('R-8.2 puts a dead delivery back in one commit: state, attempts, due time, dead letter, log and audit', async () => {
  const id = await seedDelivery(sql, { channel: 'sms', lane: 'critical' });
  await sql`UPDATE deliveries SET attempts = 6 WHERE id = ${id}`;
  await bury(sql, [id], 'attempts_exhausted');
  expect(await replay(sql, [id], 'mia')).toEqual([{ id, channel: 'sms', lane: 'critical', waits: false }]);
  expect(await rowOf(sql, id)).toMatchObject({ state: 'queued', reason: null, attempts: 0, resends: 0 });
  expect(await dueInMs(sql, id)).toBeLessThanOrEqual(0);
  expect(await dueWork(sql, 'sms', 'critical', 10)).toEqual([id]);
  expect(await deadLetterOf(sql, id)).toEqual({ reason: 'attempts_exhausted', open: false, closed_by: 'mia' });
  expect(await logOf(sql, id)).toMatchObject([{ seq: 1, result: 'replayed', message: 'by mia' }]);
  expect(await audits(id)).toEqual([{ actor: 'mia', action: 'replay' }]);
});

it('R-8.3 acts once for twenty who press at once', async () => {
  const { ids } = await seedDeliveries(sql, 5);
  await bury(sql, ids);
  const replayed = await Promise.all(
    Array.from({ length: 20 }, (_, n) => replay(sql, n % 2 === 0 ? ids : [...ids].reverse(), `operator-${n}`)),
  );
  expect(
    replayed
      .flat()
      .map((one) => one.id)
      .sort(),
  ).toEqual(ids);
  for (const id of ids) {
    expect(await logOf(sql, id)).toHaveLength(1);
    expect(await audits(id)).toHaveLength(1);
  }
});

it('acts once for an id that is named twice', async () => {
  const id = await seedDelivery(sql);
  await bury(sql, [id]);
  expect(await replay(sql, [id, id, randomUUID()], 'mia')).toHaveLength(1);
  expect(await logOf(sql, id)).toHaveLength(1);
  expect(await replay(sql, [], 'mia')).toEqual([]);
});

it.each(STATES.filter((state) => state !== 'dead'))('leaves a delivery that is %s alone', async (state) => {
  const id = await seedDelivery(sql);
  await sql`UPDATE deliveries SET state = ${state} WHERE id = ${id}`;
  const before = await rowOf(sql, id);
  expect(await replay(sql, [id], 'mia')).toEqual([]);
  expect(await rowOf(sql, id)).toEqual(before);
  expect(await audits(id)).toEqual([]);
});

it('R-4.9 admits that the replay of an unknown outcome may be a second copy', async () => {
  const id = await seedDelivery(sql);
  await bury(sql, [id], 'unknown_outcome');
  await replay(sql, [id], 'mia', { acceptSecondCopy: true });
  expect(await rowOf(sql, id)).toMatchObject({ resends: 1 });
});

it('may be done again after the next death, and the log goes on', async () => {
  const id = await seedDelivery(sql);
  for (let round = 1; round <= 3; round++) {
    const token = await startSending(sql, [id]);
    const guard = { kind: 'lease', token } as const;
    const entry = { provider: 'ses', status: 400, code: 'x', message: null, result: 'permanent' };
    await transitionDeliveries(sql, [{ id, guard, to: 'dead', reason: 'rejected', dueInMs: 0, entry }]);
    expect(await deadLetterOf(sql, id)).toMatchObject({ open: true });
    expect(await replay(sql, [id], 'mia')).toHaveLength(1);
    expect((await logOf(sql, id)).map((one) => one.seq)).toEqual(Array.from({ length: 2 * round }, (_, n) => n + 1));
  }
});
