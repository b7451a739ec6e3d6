import { type Silence, startTcpProxy, type TcpProxy, type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from './client.js';
import { isConnectionError } from './connection-errors.js';

const SILENCE_MS = 500;

let db: TestDatabase;
let proxy: TcpProxy;
let watcher: Sql;
const open: Sql[] = [];

beforeAll(async () => {
  db = await testDatabase();
  watcher = createSql({ url: db.url, max: 1, app: 'watcher' });
});
afterAll(async () => {
  await watcher.end();
  await db.drop();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((sql) => sql.end({ timeout: 0 })));
  proxy.close();
});

/** A client whose road the test can silence. */
const onTheRoad = async (max: number, parameters = ''): Promise<Sql> => {
  proxy = await startTcpProxy(db.url);
  const sql = createSql({ url: `${proxy.url}${parameters}`, max, app: 'victim', silenceMs: SILENCE_MS });
  open.push(sql);
  await Promise.all(Array.from({ length: max }, () => sql`SELECT pg_sleep(0.05)`));
  return sql;
};

const refusal = (work: Promise<unknown>): Promise<{ code?: string }> =>
  work.then(
    () => expect.fail('it was answered'),
    (error: { code?: string }) => error,
  );

describe('R-1.6 a route to Postgres that swallows packets and closes nothing', () => {
  it.each<[Silence, number]>([
    ['requests', 1],
    ['requests', 4],
    ['answers', 1],
    ['answers', 4],
    ['both', 4],
  ])('(%s, %i connections) fails what waits for an answer, and is used again when it is back', async (what, max) => {
    const sql = await onTheRoad(max);
    proxy.silence(what);
    const began = performance.now();
    const asked = Array.from({ length: 5 * max }, (_, n) => sql`SELECT ${n}::int AS n`);
    const all = Promise.allSettled(asked);
    for (const error of await Promise.all(asked.slice(0, max).map(refusal))) expect(error.code).toBe('SILENCE_TIMEOUT');
    expect(performance.now() - began).toBeLessThan(SILENCE_MS * 4);
    proxy.silence('none');
    // What stood in the pool's queue goes out on the new road, or falls with the connection that it had been given to.
    for (const [n, result] of (await all).entries())
      if (result.status === 'fulfilled') expect([...result.value]).toEqual([{ n }]);
      else expect(isConnectionError(result.reason)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 3 * max }, (_, n) => sql`SELECT ${n}::int AS n`));
    expect(answers.map(([row]) => row)).toEqual(Array.from({ length: 3 * max }, (_, n) => ({ n })));
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('fails a statement whose answer breaks off half-way', async () => {
    const sql = await onTheRoad(1);
    const slow = refusal(sql`SELECT repeat('x', 20000), pg_sleep(0.2) FROM generate_series(1, 20)`);
    await until(
      async () => (await watcher`SELECT FROM pg_stat_activity WHERE query LIKE '%repeat(''x'', 20000)%'`).length === 1,
      { what: 'the statement to run' },
    );
    proxy.silence('answers');
    expect((await slow).code).toBe('SILENCE_TIMEOUT');
  });

  it('ends a new connection’s wait as well', async () => {
    const sql = await onTheRoad(1);
    proxy.silence('both');
    expect((await refusal(sql`SELECT 1`)).code).toBe('SILENCE_TIMEOUT');
    // The dying connection may take one more along.
    const late = await until(
      async () => {
        const { code } = await refusal(sql`SELECT 1`);
        return code !== 'CONNECTION_CLOSED' && code;
      },
      { what: 'a new connection to be tried' },
    );
    expect(late).toBe('CONNECT_TIMEOUT');
    proxy.silence('none');
    expect([...(await sql`SELECT 1 AS n`)]).toEqual([{ n: 1 }]);
  });

  it('leaves no lock behind: the server ends the transaction of a client that fell silent', async () => {
    await watcher`INSERT INTO recipients (id) VALUES ('held')`;
    const sql = await onTheRoad(2, '?idle_in_transaction_session_timeout=1s');
    const held = refusal(
      sql.begin(async (tx) => {
        await tx`SELECT FROM recipients WHERE id = 'held' FOR UPDATE`;
        proxy.silence('both');
        await tx`UPDATE recipients SET name = 'x' WHERE id = 'held'`;
      }),
    );
    expect(isConnectionError(await held)).toBe(true);
    expect(await watcher`UPDATE recipients SET name = 'y' WHERE id = 'held' RETURNING name`).toHaveLength(1);
  });

  it('is told to the server too: locks for 15 s at most, a place among the connections for a minute', async () => {
    const sql = await onTheRoad(1);
    const [idle] = await sql`SHOW idle_in_transaction_session_timeout`;
    const [probe] = await sql`SHOW tcp_keepalives_idle`;
    expect([idle, probe]).toEqual([{ idle_in_transaction_session_timeout: '15s' }, { tcp_keepalives_idle: '30' }]);
  });
});

describe('a server that is only slow', () => {
  it('may take longer in all while it says something', async () => {
    const sql = await onTheRoad(1);
    const began = performance.now();
    const rows = await sql`SELECT repeat('x', 20000), pg_sleep(0.2) FROM generate_series(1, 6)`;
    expect(rows).toHaveLength(6);
    expect(performance.now() - began).toBeGreaterThan(2 * SILENCE_MS);
  });

  it('is waited for by each of the statements on one connection anew', async () => {
    const sql = await onTheRoad(1);
    const asked = Array.from({ length: 4 }, () => sql`SELECT pg_sleep(0.3)`);
    expect(await Promise.all(asked)).toHaveLength(4);
  });

  it('loses no connection that waits for nothing: idle ones, transactions at rest, LISTEN', async () => {
    const sql = await onTheRoad(2);
    const heard: string[] = [];
    await sql.listen('news', (text) => heard.push(text));
    const pids = async () => (await sql`SELECT pg_backend_pid() AS pid, pg_sleep(0.05)`).map(({ pid }) => pid);
    const all = async () => (await Promise.all([pids(), pids()])).flat().sort();
    const before = await all();
    const rested = await sql.begin(async (tx) => {
      await tx`SELECT 1`;
      await watcher`SELECT pg_sleep(${(2 * SILENCE_MS) / 1_000})`;
      return (await tx`SELECT 2 AS n`).map(({ n }) => n);
    });
    expect(rested).toEqual([2]);
    expect(await all()).toEqual(before);
    await watcher`SELECT pg_notify('news', 'here')`;
    await until(async () => heard.length === 1, { what: 'the notice', timeoutMs: 1_000 });
  });
});
