import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertDatabaseUsable, DatabaseUnusable } from './assert-usable.js';
import { createSql, type Sql } from './client.js';
import { isConnectionError, isRetryable, retryDeadlock } from './connection-errors.js';
import { getRecipient, putRecipient } from './directory/recipients.js';
import { insertEvents } from './events/insert-events.js';
import { findApiKey, hashApiKey } from './keys/api-keys.js';
import { claimOutbox } from './outbox/outbox.js';
import { newEvent } from './record.test-support.js';

const refusal = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('it was not refused'),
    (error: Error) => error,
  );

describe.each(['127.0.0.1', 'localhost'])('R-1.6 while nothing listens on %s', (host) => {
  const url = `postgres://crier:secret@${host}:1/crier`;

  it('every statement fails at once, however many there are', async () => {
    const sql = createSql({ url, max: 4, app: 'test' });
    const began = performance.now();
    const work = [
      ...Array.from({ length: 20 }, () => insertEvents(sql, [newEvent()])),
      ...Array.from({ length: 20 }, () => claimOutbox(sql, 'bulk', 10, 1_000)),
    ];
    for (const error of await Promise.all(work.map(refusal))) expect(isConnectionError(error)).toBe(true);
    expect(performance.now() - began).toBeLessThan(4_000);
    await sql.end();
  });

  it('the errors of the directory and the keys name nobody', async () => {
    const sql = createSql({ url, max: 4, app: 'test' });
    const queries = [
      getRecipient(sql, 'maria@example.com'),
      putRecipient(sql, 'maria@example.com', { email: 'maria@example.com' }),
      findApiKey(sql, hashApiKey('maria@example.com')),
    ];
    for (const error of await Promise.all(queries.map(refusal))) {
      expect(isConnectionError(error)).toBe(true);
      expect(error.message).not.toContain('maria');
      expect(error.message).not.toMatch(/insert|select|update/i);
    }
    await sql.end();
  });

  it('the start is refused with the address, the cause and what to do, and without the password', async () => {
    const sql = createSql({ url, max: 1, app: 'test' });
    const error = await refusal(assertDatabaseUsable(sql, url));
    expect(error).toBeInstanceOf(DatabaseUnusable);
    expect(error.message).toContain(`${host}:1/crier`);
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.message).toContain('DATABASE_URL');
    expect(error.message).not.toContain('secret');
    await sql.end();
  });
});

describe('a server that goes away under us', () => {
  let db: TestDatabase;
  let sql: Sql;
  let other: Sql;

  beforeAll(async () => {
    db = await testDatabase();
    sql = createSql({ url: db.url, max: 2, app: 'victim' });
    other = createSql({ url: db.url, max: 1, app: 'test' });
  });
  afterAll(async () => {
    await Promise.all([sql.end({ timeout: 1 }), other.end()]);
    await db.drop();
  });

  const killAll = () =>
    other`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'crier-victim' AND datname = current_database()`;

  it('is recognised in the statement that was running, and the next ones work', async () => {
    const sleeping = refusal(sql`SELECT pg_sleep(60)`);
    await until(
      async () =>
        (await other`SELECT FROM pg_stat_activity WHERE application_name = 'crier-victim' AND query LIKE '%pg_sleep%'`)
          .length > 0,
      { what: 'the statement to run' },
    );
    await killAll();
    expect(isConnectionError(await sleeping)).toBe(true);
    const event = newEvent();
    expect(await insertEvents(sql, [event])).toEqual(new Set([event.id]));
  });

  it('costs nothing but a few failed statements when its connections were idle', async () => {
    await killAll();
    const event = newEvent();
    const stored = await until(
      async () =>
        insertEvents(sql, [event]).catch((error) => (isConnectionError(error) ? undefined : Promise.reject(error))),
      { what: 'a statement to go through', timeoutMs: 2_000 },
    );
    expect(stored).toEqual(new Set([event.id]));
  });

  it('a database that does not exist, or a wrong password, is not called a lost connection', async () => {
    const url = new URL(db.url);
    url.pathname = '/nowhere_at_all';
    const nowhere = createSql({ url: url.href, max: 1, app: 'test' });
    const error = await refusal(nowhere`SELECT 1`);
    expect(isConnectionError(error)).toBe(false);
    await nowhere.end();
  });
});

describe('what is whose fault', () => {
  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['CONNECT_TIMEOUT', 'SILENCE_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
    ...[
      '57P01',
      '57P02',
      '57P03',
      '57P05',
      '53100',
      '53200',
      '53300',
      '08000',
      '08001',
      '08003',
      '08006',
      '25006',
      '58030',
    ],
  ])('%s: the server is away or can take nothing', (code) => {
    expect(isConnectionError({ code })).toBe(true);
    expect(isRetryable({ code })).toBe(false);
  });

  it.each([
    '22021',
    '22P02',
    '22P05',
    '23502',
    '23505',
    '23514',
    '42601',
    '42P01',
    '40P01',
    '40001',
    '57014',
    undefined,
  ])('%s: the statement itself', (code) => {
    expect(isConnectionError({ code })).toBe(false);
  });

  it.each([null, undefined, 'ECONNREFUSED', 42])('%j is no error of a connection', (thrown) => {
    expect(isConnectionError(thrown)).toBe(false);
  });
});

describe('a lost deadlock', () => {
  const failing = (codes: readonly string[]) => {
    let runs = 0;
    const run = async (): Promise<number> => {
      const code = codes[runs++];
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return runs;
    };
    return run;
  };

  it('is repeated until it goes through', async () => {
    expect(await retryDeadlock(failing(['40P01', '40001', '40P01']))).toBe(4);
  });

  it('is given up after five tries', async () => {
    await expect(retryDeadlock(failing(Array.from({ length: 9 }, () => '40P01')))).rejects.toThrow('40P01');
    expect(await retryDeadlock(failing(['40P01', '40P01', '40P01', '40P01']))).toBe(5);
  });

  it('any other error is not repeated', async () => {
    await expect(retryDeadlock(failing(['23505']))).rejects.toThrow('23505');
  });
});
