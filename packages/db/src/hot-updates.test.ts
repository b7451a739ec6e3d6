import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from './client.js';
import { recordAccepted } from './deliveries/record-accepted.js';
import { transitionDeliveries } from './deliveries/transition-deliveries.js';
import { bury, replay, rowOf, seedDeliveries, startSending } from './record.test-support.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  // One connection: its statistics are those of the test.
  sql = createSql({ url: db.url, max: 1, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const updates = async (table: string): Promise<{ all: number; hot: number }> => {
  await sql`SELECT pg_stat_force_next_flush()`;
  await sql`SELECT pg_stat_clear_snapshot()`;
  const [row] = await sql<{ all: number; hot: number }[]>`
    SELECT sum(n_tup_upd)::int AS all, sum(n_tup_hot_upd)::int AS hot FROM pg_stat_user_tables
    WHERE relname = ${table} OR relid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ${table}::regclass)`;
  return row ?? { all: 0, hot: 0 };
};
const indexedColumns = async (table: string): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    SELECT DISTINCT a.attname AS name FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
    WHERE i.indrelid = ${table}::regclass OR i.indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ${table}::regclass)
    ORDER BY 1`;
  return rows.map((row) => row.name);
};
const predicates = async (table: string): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_index WHERE (indpred IS NOT NULL OR indexprs IS NOT NULL)
      AND (indrelid = ${table}::regclass OR indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ${table}::regclass))`;
  return row?.n ?? 0;
};
const accept = (ids: readonly string[]) =>
  recordAccepted(
    sql,
    ids.map((id) => ({ id, provider: 'ses', messageId: `m-${id}`, status: 200, evidence: 'answer' })),
  );

describe('deliveries', () => {
  it('have no index on a column that a transition changes, and no partial one', async () => {
    const { ids } = await seedDeliveries(sql, 1);
    const [id] = ids as [string];
    const rows = [await rowOf(sql, id)];
    const entry = { provider: 'ses', status: 400, code: 'Throttling', message: 'Slow down.', result: 'transient' };
    const token = await startSending(sql, ids);
    rows.push(await rowOf(sql, id));
    const guard = { kind: 'lease', token } as const;
    await transitionDeliveries(sql, [
      { id, guard, to: 'retrying', reason: 'x', dueInMs: 0, entry, refund: true, resend: true },
    ]);
    rows.push(await rowOf(sql, id));
    await bury(sql, ids);
    await replay(sql, ids, 'mia');
    rows.push(await rowOf(sql, id));
    await accept(ids);
    rows.push(await rowOf(sql, id));

    const [first] = rows as [Record<string, unknown>];
    const changed = Object.keys(first).filter((key) => new Set(rows.map((row) => String(row[key]))).size > 1);
    expect(changed).toEqual(expect.arrayContaining(['state', 'attempts', 'lease_token', 'accepted_at', 'log_seq']));
    const indexed = await indexedColumns('deliveries');
    expect(indexed).toContain('id');
    expect(indexed.filter((column) => changed.includes(column))).toEqual([]);
    expect(await predicates('deliveries')).toBe(0);
  });

  it('stay on their pages through sending and acceptance: every update is HOT', async () => {
    const before = await updates('deliveries');
    const { ids } = await seedDeliveries(sql, 2_000);
    // What a sender of fifty lets share a statement.
    for (let at = 0; at < ids.length; at += 13) {
      const batch = ids.slice(at, at + 13);
      await startSending(sql, batch);
      await accept(batch);
    }
    const after = await updates('deliveries');
    expect(after.all - before.all).toBe(4_000);
    // All but those whose page could not be tidied just then: somebody's snapshot needed its old rows, or it was being written out.
    expect((after.hot - before.hot) / 4_000).toBeGreaterThan(0.9);
  });
});

it('events are never updated, so that their indexes cost nothing after the insert', async () => {
  expect(await updates('events')).toEqual({ all: 0, hot: 0 });
});
