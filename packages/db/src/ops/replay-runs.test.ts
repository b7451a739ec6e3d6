import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { bury, replay, seedDeliveries } from '../record.test-support.js';
import { audit } from './audit.js';
import { beginReplayRun, finishReplayRun, readReplayRun } from './replay-runs.js';

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

it('R-8.3 a run is known by the audit log: who, what, how far, and what was left out', async () => {
  const { ids } = await seedDeliveries(sql, 3);
  await bury(sql, ids);
  const other = await beginReplayRun(sql, { operator: 'tom', subject: 'all', planned: 0 });
  const { n } = await beginReplayRun(sql, { operator: 'mia', subject: 'reason:rejected', planned: 3 });
  const begun = { n, operator: 'mia', subject: 'reason:rejected', planned: 3, finishedAt: null, left: {} };
  expect(await readReplayRun(sql, n)).toMatchObject({ ...begun, replayed: 0 });
  await replay(sql, ids.slice(0, 2), 'mia', { run: n });
  await replay(sql, ids.slice(2), 'tom', { run: other.n });
  expect(await readReplayRun(sql, n)).toMatchObject({ ...begun, replayed: 2 });
  await finishReplayRun(sql, { n, operator: 'mia', replayed: 2, left: { on_its_way: 1 } });
  const finished = await readReplayRun(sql, n);
  expect(finished).toMatchObject({ operator: 'mia', planned: 3, replayed: 2, left: { on_its_way: 1 } });
  expect(finished?.lastAt).toBe(finished?.finishedAt);
});

it('is absent for any other line of the audit log', async () => {
  await audit(sql, { actor: 'mia', action: 'replay_refused', subject: 'x' });
  const [{ n } = { n: '0' }] = await sql<{ n: string }[]>`SELECT max(n) AS n FROM audit_log`;
  expect(await readReplayRun(sql, n)).toBeUndefined();
  expect(await readReplayRun(sql, '999999999')).toBeUndefined();
});
