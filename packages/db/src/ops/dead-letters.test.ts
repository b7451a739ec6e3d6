import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { bury, seedDeliveries } from '../record.test-support.js';
import { audit } from './audit.js';
import { countOpenDeadLetters, listOpenDeadLetters, readOpenDeadLetters } from './dead-letters.js';

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
  await sql`TRUNCATE dead_letters`;
});

it('R-8.1 are those that are open, newest first, as many as were asked for', async () => {
  const { ids } = await seedDeliveries(sql, 4);
  for (const id of ids) await bury(sql, [id]);
  await sql`UPDATE dead_letters SET closed_at = now() WHERE delivery_id = ${ids[1] as string}`;
  expect(await listOpenDeadLetters(sql, 10)).toEqual([ids[3], ids[2], ids[0]]);
  expect(await listOpenDeadLetters(sql, 2)).toEqual([ids[3], ids[2]]);
  expect(await readOpenDeadLetters(sql, ids)).toEqual(new Map([0, 2, 3].map((n) => [ids[n] as string, 'rejected'])));
  expect(await readOpenDeadLetters(sql, [])).toEqual(new Map());
});

it('are counted by reason, the most frequent first', async () => {
  const { ids } = await seedDeliveries(sql, 5);
  await bury(sql, ids.slice(0, 3), 'throttled');
  await bury(sql, ids.slice(3), 'bad_address');
  await sql`UPDATE dead_letters SET closed_at = now() WHERE delivery_id = ${ids[0] as string}`;
  expect(await countOpenDeadLetters(sql)).toEqual([
    { reason: 'bad_address', n: 2 },
    { reason: 'throttled', n: 2 },
  ]);
});

it('R-8.2 the audit log says who did what to what', async () => {
  await audit(sql, {
    actor: 'mia "the boss"',
    action: 'keys.create',
    subject: 'ERP',
    detail: { mode: 'live', count: 2, ok: true },
  });
  await audit(sql, { actor: 'api', action: 'x', subject: 'y' });
  expect(await sql`SELECT actor, action, subject, detail FROM audit_log ORDER BY n`).toEqual([
    { actor: 'mia "the boss"', action: 'keys.create', subject: 'ERP', detail: { mode: 'live', count: 2, ok: true } },
    { actor: 'api', action: 'x', subject: 'y', detail: {} },
  ]);
});
