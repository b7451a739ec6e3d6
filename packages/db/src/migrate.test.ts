import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import '@crier/testkit';
import { assertDatabaseUsable, DatabaseUnusable } from './assert-usable.js';
import { createSql, type Sql } from './client.js';
import { isConnectionError } from './connection-errors.js';
import { insertEvents } from './events/insert-events.js';
import { migrate } from './migrate.js';
import { ensurePartitions, migrationsBehind } from './migrations.js';
import { newEvent } from './record.test-support.js';

const MAX_AGE_DAYS = 60;
const PARTITIONED = ['attempts', 'decision_sets', 'deliveries', 'event_payloads', 'events'];

let server: Sql;
let url: string;
let name: string;
let sql: Sql;

beforeAll(async () => {
  const { databaseUrl, prefix } = inject('testRun');
  server = createSql({ url: databaseUrl, max: 1, app: 'test' });
  name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await server`CREATE DATABASE ${server(name)}`;
  const own = new URL(databaseUrl);
  own.pathname = `/${name}`;
  url = own.href;
  sql = createSql({ url, max: 8, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await server`DROP DATABASE ${server(name)} WITH (FORCE)`;
  await server.end();
});

const refusal = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('it was not refused'),
    (error: Error) => error,
  );
const children = async (parent: string): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ${parent}::regclass ORDER BY 1`;
  return rows.map((row) => row.name);
};
const monthsFrom = (first: Date, last: Date): string[] => {
  const months = [];
  for (
    let at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth()));
    at <= last;
    at.setUTCMonth(at.getUTCMonth() + 1)
  )
    months.push(at.toISOString().slice(0, 7).replace('-', '_'));
  return months;
};
const firstOfNextMonth = (): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
};

describe('before the first migration', () => {
  it('says that everything is missing and which command brings it', async () => {
    expect(await migrationsBehind(sql)).toBeGreaterThan(0);
    const error = await refusal(assertDatabaseUsable(sql, url));
    expect(error).toBeInstanceOf(DatabaseUnusable);
    expect(error.message).toContain('behind this version; run: npx crier migrate');
    expect(error.message).toContain(`/${name}`);
  });
});

describe('migrations from nothing', () => {
  it('four at once on an empty database leave one schema', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate(url, { maxAgeDays: MAX_AGE_DAYS })));
    expect(await migrationsBehind(sql)).toBe(0);
    await expect(assertDatabaseUsable(sql, url)).resolves.toBeUndefined();
  });

  it('change nothing the second time', async () => {
    const schema = () => sql`
      SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY 1, ordinal_position`;
    const before = await schema();
    await migrate(url, { maxAgeDays: MAX_AGE_DAYS });
    expect(await schema()).toEqual(before);
    expect(await migrationsBehind(sql)).toBe(0);
  });

  it('a database that is newer than the code is taken: migrations come first in a rolling deployment', async () => {
    await sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('from the future', 9999999999999)`;
    expect(await migrationsBehind(sql)).toBe(-1);
    await expect(assertDatabaseUsable(sql, url)).resolves.toBeUndefined();
    await sql`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'from the future'`;
  });

  it('a database of another writing of the same migrations is not', async () => {
    const [row] = await sql<{ hash: string }[]>`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id LIMIT 1`;
    const write = (hash: string) => sql`UPDATE drizzle.__drizzle_migrations SET hash = ${hash} WHERE id = 1`;
    await write('of an older first migration');
    expect((await refusal(assertDatabaseUsable(sql, url))).message).toContain('use an empty one');
    await write(row?.hash ?? '');
    await expect(assertDatabaseUsable(sql, url)).resolves.toBeUndefined();
  });
});

describe('partitions', () => {
  const oldest = new Date(Date.now() - MAX_AGE_DAYS * 86_400_000);

  it.each(PARTITIONED)(
    '%s has one for every month from the oldest that intake takes to two months ahead',
    async (parent) => {
      const last = firstOfNextMonth();
      last.setUTCMonth(last.getUTCMonth() + 1);
      expect(await children(parent)).toEqual(monthsFrom(oldest, last).map((month) => `${parent}_${month}`));
    },
  );

  it('are made once, by however many ask', async () => {
    expect(await ensurePartitions(sql, MAX_AGE_DAYS)).toBe(0);
    const before = (await children('events')).length;
    const counts = await Promise.all(Array.from({ length: 4 }, () => ensurePartitions(sql, MAX_AGE_DAYS + 100)));
    const added = (await children('events')).length - before;
    expect(added).toBeGreaterThanOrEqual(3);
    expect([...counts].sort((a, b) => b - a)).toEqual([added * PARTITIONED.length, 0, 0, 0]);
  });

  it('part the months at the first millisecond', async () => {
    const next = firstOfNextMonth();
    const last = newEvent({ occurredAt: new Date(next.getTime() - 1).toISOString() });
    const first = newEvent({ occurredAt: next.toISOString() });
    await insertEvents(sql, [last, first]);
    const [there] = await sql<{ last: string; first: string }[]>`
      SELECT (SELECT tableoid::regclass::text FROM events WHERE id = ${last.id}) AS last,
             (SELECT tableoid::regclass::text FROM events WHERE id = ${first.id}) AS first`;
    const nameOf = (at: Date) => `events_${at.toISOString().slice(0, 7).replace('-', '_')}`;
    expect(there).toEqual({ last: nameOf(new Date(next.getTime() - 1)), first: nameOf(next) });
  });

  it.each(['1999-12-31T23:59:59Z', '2199-01-01T00:00:00Z'])(
    'an id of %s has none and is refused, with nothing written',
    async (occurredAt) => {
      const outside = newEvent({ occurredAt });
      const inside = newEvent();
      const error = await refusal(insertEvents(sql, [inside, outside]));
      expect(error.message).toContain('no partition');
      expect(isConnectionError(error)).toBe(false);
      expect(await sql`SELECT FROM events WHERE id = ${inside.id}`).toHaveLength(0);
      expect(await sql`SELECT FROM outbox WHERE event_id = ${inside.id}`).toHaveLength(0);
    },
  );

  it('leave room on the pages of deliveries, so that updates stay there', async () => {
    const rows = await sql<{ options: string[] | null }[]>`
      SELECT c.reloptions AS options FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'deliveries'::regclass`;
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.options).toContain('fillfactor=45');
  });
});
