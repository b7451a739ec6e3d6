import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { insertEvents, OUTBOX_CHANNEL } from '../events/insert-events.js';
import { newChunk, newEvent } from '../record.test-support.js';
import { storeRouting } from '../routing/store-routing.js';
import { claimOutbox, confirmPublished, outboxBacklog, republishAll } from './outbox.js';

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
beforeEach(async () => {
  await sql`TRUNCATE outbox`;
});

/** The ids of what is claimed. */
const claim = async (...asked: Parameters<typeof claimOutbox>): Promise<string[]> => {
  const { fresh, again } = await claimOutbox(...asked);
  return [...fresh, ...again].sort();
};

const store = async (count: number, lane = 'bulk'): Promise<string[]> => {
  const events = Array.from({ length: count }, () => newEvent({ lane }));
  await insertEvents(sql, events);
  return events.map((event) => event.id).sort();
};
const againInMs = async (id: string): Promise<number> => {
  const [row] = await sql<{ ms: number }[]>`
    SELECT (extract(epoch FROM publish_again_at - clock_timestamp()) * 1000)::float8 AS ms FROM outbox WHERE event_id = ${id}`;
  return row?.ms ?? Number.NaN;
};

const deadlocks = async (): Promise<number> => {
  await sql`SELECT pg_stat_clear_snapshot()`;
  const [row] = await sql<
    { n: number }[]
  >`SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`;
  return row?.n ?? Number.NaN;
};

describe('R-2.1 claiming', () => {
  it('takes what is due of one lane, once while the lease lasts', async () => {
    const bulk = await store(3);
    const critical = await store(2, 'critical');
    expect(await claim(sql, 'bulk', 10, 60_000)).toEqual(bulk);
    expect(await claim(sql, 'bulk', 10, 60_000)).toEqual([]);
    expect(await claim(sql, 'critical', 10, 60_000)).toEqual(critical);
    expect(await claim(sql, 'transactional', 10, 60_000)).toEqual([]);
  });

  it('R-2.2 tells those that nobody had before from those that somebody may have published, also after an emptied Redis', async () => {
    const before = await store(2);
    expect(await claimOutbox(sql, 'bulk', 10, -1)).toEqual({ fresh: before, again: [] });
    const after = await store(2);
    expect(await claimOutbox(sql, 'bulk', 10, 60_000)).toEqual({ fresh: after, again: before });
    await republishAll(sql);
    expect(await claimOutbox(sql, 'bulk', 10, 60_000)).toEqual({ fresh: [], again: [...before, ...after].sort() });
  });

  it('takes no more than it was asked for, the longest due first', async () => {
    const ids = await store(6);
    for (const [n, id] of ids.entries())
      await sql`UPDATE outbox SET publish_again_at = now() - ${6 - n} * interval '1 minute' WHERE event_id = ${id}`;
    expect(await claim(sql, 'bulk', 4, 60_000)).toEqual(ids.slice(0, 4));
    expect(await claim(sql, 'bulk', 4, 60_000)).toEqual(ids.slice(4));
  });

  it('never gives two claimers the same row, and leaves none out', async () => {
    const ids = await store(300);
    const claimAll = async (): Promise<string[]> => {
      const mine: string[] = [];
      for (;;) {
        const batch = await claim(sql, 'bulk', 7, 60_000);
        if (batch.length === 0) return mine;
        mine.push(...batch);
      }
    };
    const taken = (await Promise.all(Array.from({ length: 8 }, claimAll))).flat();
    expect([...taken].sort()).toEqual(ids);
  });

  it('R-2.2 gives the rows of a claimer that died to another when the lease is over', async () => {
    const ids = await store(2);
    expect(await claim(sql, 'bulk', 10, 100)).toEqual(ids);
    const again = await until(
      async () => {
        const batch = await claim(sql, 'bulk', 10, 60_000);
        return batch.length > 0 && batch;
      },
      { what: 'the lease to end' },
    );
    expect(again).toEqual(ids);
  });

  it('does not wait for rows that somebody holds', async () => {
    const [first, second] = (await store(2)) as [string, string];
    await sql.begin(async (tx) => {
      await tx`SELECT FROM outbox WHERE event_id = ${first} FOR UPDATE`;
      expect(await claim(sql, 'bulk', 10, 60_000)).toEqual([second]);
      await confirmPublished(sql, [first, second], 300_000);
    });
    expect(await againInMs(first)).toBeLessThanOrEqual(0);
    expect(await againInMs(second)).toBeGreaterThan(290_000);
  });

  it('R-2.4 costs nothing while thousands of rows are published and not routed yet', async () => {
    await sql`
      INSERT INTO outbox (event_id, lane, publish_again_at)
      SELECT gen_random_uuid(), 'bulk', now() + interval '1 hour' FROM generate_series(1, 20000)`;
    const one = createSql({ url: db.url, max: 1, app: 'test' });
    const read = async (): Promise<number> => {
      await one`SELECT pg_stat_force_next_flush()`;
      await one`SELECT pg_stat_clear_snapshot()`;
      const [row] = await one<{ n: number }[]>`
        SELECT sum(idx_tup_read)::int AS n FROM pg_stat_user_indexes WHERE relname = 'outbox'`;
      return row?.n ?? 0;
    };
    const before = await read();
    expect(await claim(one, 'bulk', 1_000, 10_000)).toEqual([]);
    expect((await read()) - before).toBeLessThan(100);
    await one.end();
  });
});

describe('confirming', () => {
  it('brings a row up again after its time, unless the event was routed', async () => {
    const ids = await store(2);
    await claim(sql, 'bulk', 10, 5_000);
    await confirmPublished(sql, ids, 60_000);
    for (const id of ids) {
      expect(await againInMs(id)).toBeGreaterThan(55_000);
      expect(await againInMs(id)).toBeLessThanOrEqual(60_000);
    }
    const routed = newEvent({ lane: 'bulk' });
    await insertEvents(sql, [routed]);
    await storeRouting(sql, [newChunk(routed)]);
    await confirmPublished(sql, [routed.id], 60_000);
    expect(await sql`SELECT FROM outbox WHERE event_id = ${routed.id}`).toHaveLength(0);
  });

  it('leaves a row due that is due: its lease was over, or its job is known to be lost', async () => {
    const ids = await store(2);
    await claim(sql, 'bulk', 10, 60_000);
    await republishAll(sql);
    await confirmPublished(sql, ids, 60_000);
    expect(await claim(sql, 'bulk', 10, 60_000)).toEqual(ids);
  });

  it('does nothing for none', async () => {
    await expect(confirmPublished(sql, [], 60_000)).resolves.toBeUndefined();
  });
});

describe('R-8.6 after Redis was emptied', () => {
  it('makes every published row due at once, of every lane', async () => {
    await store(3);
    await store(2, 'critical');
    const told: string[] = [];
    const { unlisten } = await sql.listen(OUTBOX_CHANNEL, (lane) => told.push(lane));
    for (const lane of ['bulk', 'critical']) await claim(sql, lane, 10, 60_000);
    expect(await claim(sql, 'bulk', 10, 60_000)).toEqual([]);
    expect(await republishAll(sql)).toBe(5);
    expect(await republishAll(sql)).toBe(0);
    await until(async () => told.length === 2, { what: 'the relays to be woken' });
    expect([...told].sort()).toEqual(['bulk', 'critical']);
    await unlisten();
    expect(await claim(sql, 'bulk', 10, 60_000)).toHaveLength(3);
    expect(await claim(sql, 'critical', 10, 60_000)).toHaveLength(2);
  });

  it('goes on from piece to piece until all are due, the last piece full or not, and takes no row twice', async () => {
    for (const [rows, piece] of [
      [7, 3],
      [6, 3],
      [1, 1],
    ] as const) {
      await sql`TRUNCATE outbox`;
      const ids = await store(rows);
      await claim(sql, 'bulk', 10, 60_000);
      expect(await republishAll(sql, piece)).toBe(rows);
      expect(await claim(sql, 'bulk', 10, 60_000)).toEqual(ids);
    }
  });

  it('makes the first piece due although a later one can’t be locked', async () => {
    const ids = await store(4);
    await claim(sql, 'bulk', 10, 60_000);
    let all: Promise<number> | undefined;
    await sql.begin(async (tx) => {
      await tx`SELECT FROM outbox WHERE event_id = ${ids[3] as string} FOR UPDATE`;
      all = republishAll(sql, 2);
      await until(async () => (await againInMs(ids[1] as string)) <= 0, { what: 'the first piece to be due' });
      expect(await againInMs(ids[3] as string)).toBeGreaterThan(0);
    });
    expect(await all).toBe(4);
  });

  it('works beside routers that hold rows in the order of ids', async () => {
    const events = Array.from({ length: 200 }, () => newEvent({ lane: 'bulk' }));
    await insertEvents(sql, events);
    // The order of the table is not the order of ids: whoever locked in that order would meet the routers half-way.
    const ids = events.map((event) => event.id);
    const route = async (from: number): Promise<void> => {
      for (let at = from; at < events.length; at += 40)
        await storeRouting(
          sql,
          events.slice(at, at + 20).map((event) => newChunk(event, { last: false, from: 0, to: 0 })),
        );
    };
    const republish = async (): Promise<void> => {
      for (let n = 0; n < 20; n++) {
        await claim(sql, 'bulk', 1_000, 60_000);
        await confirmPublished(sql, ids, 60_000);
        await republishAll(sql);
      }
    };
    const before = await deadlocks();
    await Promise.all([route(0), republish(), route(20), republish(), route(0)]);
    expect(await deadlocks()).toBe(before);
  });
});

it('R-8.8 counts the backlog and knows how old it is', async () => {
  expect(await outboxBacklog(sql)).toEqual({ rows: 0, oldestSeconds: 0 });
  const [first] = (await store(3)) as [string];
  await sql`UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE event_id = ${first}`;
  const backlog = await outboxBacklog(sql);
  expect(backlog.rows).toBe(3);
  expect(backlog.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(backlog.oldestSeconds).toBeLessThan(120);
});

it('R-8.8 knows the oldest event also when more lie before it than are counted', async () => {
  await sql`INSERT INTO outbox (event_id, lane) SELECT gen_random_uuid(), 'bulk' FROM generate_series(1, 100001)`;
  await sql`INSERT INTO outbox (event_id, lane, created_at) VALUES (gen_random_uuid(), 'critical', now() - interval '90 s')`;
  const backlog = await outboxBacklog(sql);
  expect(backlog.rows).toBe(100_000);
  expect(backlog.oldestSeconds).toBeGreaterThanOrEqual(90);
});
