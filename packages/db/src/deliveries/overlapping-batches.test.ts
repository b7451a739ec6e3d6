import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { replay, rowOf, seedDeliveries } from '../record.test-support.js';
import { beginSending, renewLeases } from './begin-sending.js';
import { recordAccepted } from './record-accepted.js';
import { type Guard, type Transition, transitionDeliveries } from './transition-deliveries.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

/** A generator of its own, so that a failure can be had again. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

const deadlocks = async (): Promise<number> => {
  await sql`SELECT pg_stat_clear_snapshot()`;
  const [row] = await sql<
    { n: number }[]
  >`SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`;
  return row?.n ?? Number.NaN;
};

it('hundreds of batches that overlap in every order never lock one another out', async () => {
  const { ids } = await seedDeliveries(sql, 60);
  const random = randomFrom(42);
  const some = (): string[] =>
    ids
      .map((id) => [random(), id] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, 5 + Math.floor(random() * 40))
      .map(([, id]) => id);
  const guards: readonly Guard[] = [
    { kind: 'open', logSeq: 0 },
    { kind: 'dead_lease' },
    { kind: 'unknown', logSeq: 1 },
  ];
  const entry = { provider: 'ses', status: 400, code: 'x', message: null, result: 'transient' };
  const states = ['queued', 'retrying', 'unknown', 'dead', 'held'] as const;
  const move = (id: string): Transition => {
    const to = states[Math.floor(random() * states.length)] ?? 'queued';
    const guard = guards[Math.floor(random() * guards.length)] as Guard;
    return { id, guard, to, reason: 'rejected', dueInMs: 0, entry: random() < 0.5 ? entry : null };
  };
  const token = randomUUID();
  const jobs: (() => Promise<unknown>)[] = [
    () =>
      beginSending(
        sql,
        some().map((id) => ({ id, token: randomUUID(), templateVersion: 'v1', provider: 'ses', logSeq: 0 })),
        1,
      ),
    () => transitionDeliveries(sql, some().map(move)),
    () => transitionDeliveries(sql, some().map(move)),
    () =>
      renewLeases(
        sql,
        some().map((id) => ({ id, token })),
        1,
      ),
    () => replay(sql, some(), 'mia'),
    () =>
      recordAccepted(
        sql,
        some()
          .slice(0, 3)
          .map((id) => ({ id, provider: 'ses', messageId: `m-${random()}`, status: 200, evidence: 'answer' })),
      ),
  ];
  const before = await deadlocks();
  const worker = async (): Promise<void> => {
    for (let n = 0; n < 40; n++) await jobs[Math.floor(random() * jobs.length)]?.();
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  expect(await deadlocks()).toBe(before);

  // Whatever they did to one another, the record is whole.
  const wrong = await sql`
    SELECT d.id, d.state, w.delivery_id IS NOT NULL AS work, x.closed_at IS NULL AND x.delivery_id IS NOT NULL AS open
    FROM deliveries d LEFT JOIN work w ON w.delivery_id = d.id LEFT JOIN dead_letters x ON x.delivery_id = d.id
    WHERE (d.state IN ('accepted', 'dead')) = (w.delivery_id IS NOT NULL)
       OR (d.state = 'dead') <> (x.delivery_id IS NOT NULL AND x.closed_at IS NULL)
       OR d.log_seq <> (SELECT count(*) FROM attempts a WHERE a.id = d.id)`;
  expect(wrong).toEqual([]);
  expect(await rowOf(sql, ids[0] as string)).toBeDefined();
});
