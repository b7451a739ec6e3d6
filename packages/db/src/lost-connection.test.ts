import { startTcpProxy, type TcpProxy, type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from './client.js';
import { isConnectionError } from './connection-errors.js';

let db: TestDatabase;
let proxy: TcpProxy;
let watcher: Sql;

beforeAll(async () => {
  db = await testDatabase();
  proxy = await startTcpProxy(db.url);
  watcher = createSql({ url: db.url, max: 1, app: 'watcher' });
});
afterAll(async () => {
  await watcher.end();
  proxy.close();
  await db.drop();
});

const HUNG = 'hung';
const settled = async <T>(work: Promise<T>, ms = 5_000): Promise<T | typeof HUNG> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof HUNG>((resolve) => {
    timer = setTimeout(resolve, ms, HUNG);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
/** Whether `count` connections run the statement with this mark; a backend whose client is gone sleeps on. */
const running = async (mark: string, count: number): Promise<boolean> => {
  const rows = await watcher`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE ${`SELECT%${mark}%`}`;
  return rows.length === count;
};

/**
 * postgres.js 3.4.9 by itself loses the statement that is sent in answer to a reset (between the error and the close of a
 * socket it still counts as usable), and the connection with it: packages/db/patches.
 */
it.each([1, 2, 4])(
  'R-1.6 leaves no statement of %i connections unanswered when they are reset, nor their successors',
  async (max) => {
    const sql = createSql({ url: proxy.url, max, app: 'victim' });
    for (let round = 1; round <= 5; round++) {
      const mark = `of ${max}, round ${round}`;
      const work = Array.from({ length: max }, async () => {
        try {
          return await sql.unsafe(`SELECT pg_sleep(20) -- ${mark}`);
        } catch (error) {
          expect(isConnectionError(error)).toBe(true);
          return await sql<{ n: number }[]>`SELECT 42 AS n`;
        }
      });
      const all = Promise.allSettled(work);
      await until(() => running(mark, max), { what: 'all to run' });
      proxy.reset();
      const results = await settled(all);
      expect(results).not.toBe(HUNG);
      for (const result of results as PromiseSettledResult<unknown>[]) {
        if (result.status === 'fulfilled') expect([...(result.value as unknown[])]).toEqual([{ n: 42 }]);
        else expect(isConnectionError(result.reason)).toBe(true);
      }
      const after = await settled(Promise.all(Array.from({ length: 3 * max }, (_, n) => sql`SELECT ${n}::int AS n`)));
      expect(after).toEqual(Array.from({ length: 3 * max }, (_, n) => [{ n }]));
    }
    expect(await settled(sql.end())).not.toBe(HUNG);
  },
);

it('answers a statement with its own rows only, whatever broke before it', async () => {
  const sql = createSql({ url: proxy.url, max: 2, app: 'victim' });
  let wrong = 0;
  const ask = async (n: number): Promise<void> => {
    const rows = await sql<{ n: number }[]>`SELECT ${n}::int AS n`.catch((error: unknown) => {
      expect(isConnectionError(error)).toBe(true);
      return undefined;
    });
    if (rows && rows[0]?.n !== n) wrong++;
  };
  for (let round = 0; round < 30; round++) {
    const asked = Array.from({ length: 20 }, (_, n) => ask(round * 100 + n));
    await watcher`SELECT 1`;
    proxy.reset();
    expect(await settled(Promise.all(asked))).not.toBe(HUNG);
  }
  expect(wrong).toBe(0);
  expect(await settled(sql.end())).not.toBe(HUNG);
});
