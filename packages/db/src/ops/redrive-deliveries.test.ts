import { DEAD_REASONS, REDRIVE } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { seedWaiting, settleAll } from '../documents/documents.test-support.js';
import { loadDocument } from '../documents/load-document.js';
import { failDocument } from '../documents/record-document.js';
import { bury, deadLetterOf, dueInMs, logOf, rowOf, seedDelivery } from '../record.test-support.js';
import { readDeadLetter } from './read-dead-letter.js';
import { redriveDeliveries } from './redrive-deliveries.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 10, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const RULE = { ...REDRIVE, documentWaitMs: 60_000 };
const redrive = async () => (await redriveDeliveries(sql, { ...RULE, limit: 1_000 })).map(({ id }) => id);

/** A delivery that died so long ago. */
const died = async (reason: string, minutesAgo: number): Promise<string> => {
  const id = await seedDelivery(sql);
  await bury(sql, [id], reason);
  await sql`UPDATE dead_letters SET opened_at = now() - ${minutesAgo} * interval '1 min' WHERE delivery_id = ${id}`;
  return id;
};

const PASSING = ['attempts_exhausted', 'provider_5xx', 'throttled'];

it.each(Object.keys(DEAD_REASONS))(
  'R-8.3a an hour after a death by %s it is put back only if that passes',
  async (reason) => {
    const id = await died(reason, 61);
    expect(await redrive()).toEqual(PASSING.includes(reason) ? [id] : []);
    expect(await rowOf(sql, id)).toMatchObject({ state: PASSING.includes(reason) ? 'queued' : 'dead' });
  },
);

it.each([
  ['that the renderer failed over is asked for again', false, 'waiting_document'],
  ['that was refused for what it is made from stays so', true, 'dead'],
])('R-5.2 R-8.3a a document %s', async (_what, refused, state) => {
  const { documentId, ids } = await seedWaiting(sql, 2);
  await failDocument(sql, { id: documentId, attempts: 0, error: 'x', refused });
  await settleAll(sql, [documentId]);
  await sql`UPDATE dead_letters SET opened_at = now() - interval '61 min' WHERE delivery_id = ANY(${ids}::uuid[])`;
  for (const id of ids) expect(await readDeadLetter(sql, id)).toMatchObject({ passing: !refused });
  await redrive();
  for (const id of ids) expect(await rowOf(sql, id)).toMatchObject({ state });
  expect(await loadDocument(sql, documentId)).toMatchObject({ state: refused ? 'failed' : 'pending' });
});

it('R-8.3a leaves the same record as an operator’s replay, under its own name', async () => {
  const id = await died('provider_5xx', 61);
  expect(await redrive()).toEqual([id]);
  expect(await rowOf(sql, id)).toMatchObject({ state: 'queued', attempts: 0, resends: 0 });
  expect(await dueInMs(sql, id)).toBeLessThanOrEqual(0);
  expect(await deadLetterOf(sql, id)).toMatchObject({ open: false, closed_by: 'redrive' });
  expect(await logOf(sql, id)).toMatchObject([{ result: 'redriven', message: 'by redrive' }]);
  expect(await sql`SELECT actor, action FROM audit_log WHERE subject = ${id}`).toEqual([
    { actor: 'redrive', action: 'redrive' },
  ]);
});

it('R-8.3a waits its hour after each death, and after two times a person is needed', async () => {
  const id = await died('throttled', 59);
  expect(await redrive()).toEqual([]);
  for (let round = 1; round <= 2; round++) {
    await sql`UPDATE dead_letters SET opened_at = now() - interval '61 min' WHERE delivery_id = ${id}`;
    expect(await redrive()).toEqual([id]);
    await bury(sql, [id], 'throttled');
    expect(await redrive()).toEqual([]);
  }
  await sql`UPDATE dead_letters SET opened_at = now() - interval '1 year' WHERE delivery_id = ${id}`;
  expect(await redrive()).toEqual([]);
  expect(await deadLetterOf(sql, id)).toMatchObject({ open: true });
});

it('R-8.3a never past expiry', async () => {
  const id = await died('throttled', 61);
  await sql`UPDATE deliveries SET expires_at = now() - interval '1 s' WHERE id = ${id}`;
  expect(await redrive()).toEqual([]);
});

it('R-8.3a several at once put each back once, as many as they were told, the oldest first', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await died('throttled', 100 - n));
  expect((await redriveDeliveries(sql, { ...RULE, limit: 2 })).map(({ id }) => id).sort()).toEqual(
    ids.slice(0, 2).sort(),
  );
  const rest = await Promise.all(Array.from({ length: 5 }, redrive));
  expect(rest.flat().sort()).toEqual(ids.slice(2).sort());
});
