import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { insertEvents, type NewEvent } from '../events/insert-events.js';
import { readEventProgress, readRoutableEvents } from '../events/read-events.js';
import { RepeatedRow } from '../once-each.js';
import { dueInMs, newChunk, newDelivery, newEvent, rowOf } from '../record.test-support.js';
import { assertNoCollision, IdCollision } from './collisions.js';
import { readServed } from './fan-out.js';
import { ensurePeople } from './people.js';
import { type NewDelivery, type RoutedChunk, storeRouting } from './store-routing.js';

let db: TestDatabase;
let sql: Sql;
let people: Map<string, number>;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test' });
  people = await ensurePeople(
    sql,
    Array.from({ length: 100 }, (_, n) => `u-${n}`),
  );
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const accept = async (change: Parameters<typeof newEvent>[0] = {}): Promise<NewEvent> => {
  const event = newEvent(change);
  await insertEvents(sql, [event]);
  return event;
};
const to = (event: NewEvent, from: number, until: number, channel?: string): NewDelivery[] =>
  Array.from({ length: until - from }, (_, n) =>
    newDelivery(event, `u-${from + n}`, people.get(`u-${from + n}`) as number, channel),
  );
const chunk = (event: NewEvent, from: number, until: number, change: Partial<RoutedChunk> = {}): RoutedChunk =>
  newChunk(event, { from, to: until, deliveries: to(event, from, until), ...change });
const against = (
  reason: string,
  of: readonly number[],
  inFavourOf: readonly number[] | null = null,
  event?: NewEvent,
) => ({
  id: event ? `${event.id.slice(0, 18)}-8${randomUUID().slice(20)}` : randomUUID(),
  channel: 'sms',
  reason,
  people: of,
  inFavourOf,
});
const countOf = async (event: NewEvent) => {
  const [row] = await sql<{ deliveries: number; work: number; sets: number }[]>`
    SELECT (SELECT count(*)::int FROM deliveries WHERE event_id = ${event.id}) AS deliveries,
           (SELECT count(*)::int FROM work w JOIN deliveries d ON d.id = w.delivery_id WHERE d.event_id = ${event.id}) AS work,
           (SELECT count(*)::int FROM decision_sets WHERE event_id = ${event.id}) AS sets`;
  return row;
};
const cursorOf = async (event: NewEvent): Promise<number | undefined> =>
  (await readRoutableEvents(sql, [event.id]))[0]?.cursor;

describe('R-3.2 a chunk', () => {
  it('becomes deliveries, each with its work row, the decisions against, and the place where the fan-out stands', async () => {
    const event = await accept();
    const [stored] = await storeRouting(sql, [
      chunk(event, 0, 3, { last: false, decisionSets: [against('no_address', [4, 7], null, event)] }),
    ]);
    expect(stored).toMatchObject({ eventId: event.id, moved: true });
    expect(stored?.created.map((d) => d.id).sort()).toEqual(
      to(event, 0, 3)
        .map((d) => d.id)
        .sort(),
    );
    expect(await countOf(event)).toEqual({ deliveries: 3, work: 3, sets: 1 });
    expect(await cursorOf(event)).toBe(3);
    expect(await readEventProgress(sql, event.id)).toEqual({ status: 'routing', counts: { queued: 3 } });
  });

  it('the last one takes the outbox row away in the same commit', async () => {
    const event = await accept();
    await storeRouting(sql, [chunk(event, 0, 2, { last: false })]);
    await storeRouting(sql, [chunk(event, 2, 4)]);
    expect(await cursorOf(event)).toBeUndefined();
    expect(await readEventProgress(sql, event.id)).toEqual({ status: 'routed', counts: { queued: 4 } });
  });

  it('may have nobody in it', async () => {
    const event = await accept();
    expect(await storeRouting(sql, [newChunk(event)])).toEqual([{ eventId: event.id, moved: true, created: [] }]);
    expect(await cursorOf(event)).toBeUndefined();
    expect(await storeRouting(sql, [])).toEqual([]);
  });

  it('keeps every field of a delivery', async () => {
    const event = await accept({ lane: 'critical', expiresAt: '2099-01-01T00:00:00.000001Z' });
    const [given] = to(event, 0, 1, 'sms') as [NewDelivery];
    const delivery = { ...given, name: null, locale: 'ne-NP', timezone: 'Asia/Kathmandu', address: 'a"{b},c\\@x.org' };
    await storeRouting(sql, [newChunk(event, { deliveries: [delivery], entityVersion: 9_007_199_254_740_991 })]);
    expect(await rowOf(sql, delivery.id)).toMatchObject({
      event_id: event.id,
      digest: delivery.digest,
      channel: 'sms',
      lane: 'critical',
      person: delivery.person,
      address: delivery.address,
      name: null,
      locale: 'ne-NP',
      timezone: 'Asia/Kathmandu',
      entity_version: '9007199254740991',
      expires_at: '2099-01-01 00:00:00.000001+00',
      state: 'queued',
      attempts: 0,
      lease_token: null,
    });
    expect(await dueInMs(sql, delivery.id)).toBeLessThanOrEqual(0);
    const [work] = await sql`SELECT channel, lane FROM work WHERE delivery_id = ${delivery.id}`;
    expect(work).toEqual({ channel: 'sms', lane: 'critical' });
  });

  it('keeps whom it was decided against, and in whose favour, side by side', async () => {
    const event = await accept();
    const sets = [against('no_address', [3, 5, 9], null, event), against('duplicate', [2, 4], [7, 8], event)];
    await storeRouting(sql, [newChunk(event, { decisionSets: sets })]);
    const rows =
      await sql`SELECT reason, people, in_favour_of FROM decision_sets WHERE event_id = ${event.id} ORDER BY reason`;
    expect(rows).toEqual([
      { reason: 'duplicate', people: [2, 4], in_favour_of: [7, 8] },
      { reason: 'no_address', people: [3, 5, 9], in_favour_of: null },
    ]);
  });

  it('is stored with chunks of other events in one commit', async () => {
    const events = await Promise.all([accept(), accept({ lane: 'bulk' }), accept()]);
    const stored = await storeRouting(
      sql,
      events.map((event, n) => chunk(event, 0, n + 1)),
    );
    expect(stored.map((s) => [s.eventId, s.moved, s.created.length])).toEqual(
      events.map((e, n) => [e.id, true, n + 1]),
    );
  });
});

describe('R-3.3 the same chunk again', () => {
  it('writes nothing and says so', async () => {
    const event = await accept();
    await storeRouting(sql, [chunk(event, 0, 3, { last: false })]);
    const late = chunk(event, 0, 3, { last: false, decisionSets: [against('no_address', [1], null, event)] });
    expect(await storeRouting(sql, [late])).toEqual([{ eventId: event.id, moved: false, created: [] }]);
    expect(await countOf(event)).toEqual({ deliveries: 3, work: 3, sets: 0 });
    expect(await cursorOf(event)).toBe(3);
  });

  it('writes nothing for an event that is routed, or that nobody knows', async () => {
    const [routed, unknown] = [await accept(), newEvent()];
    await storeRouting(sql, [newChunk(routed)]);
    const stored = await storeRouting(sql, [chunk(routed, 0, 2), chunk(unknown, 0, 2)]);
    expect(stored.map((s) => s.moved)).toEqual([false, false]);
    expect(await countOf(routed)).toEqual({ deliveries: 0, work: 0, sets: 0 });
    expect(await countOf(unknown)).toEqual({ deliveries: 0, work: 0, sets: 0 });
  });

  it('does not skip ahead: a chunk that begins elsewhere than the cursor is refused', async () => {
    const event = await accept();
    expect((await storeRouting(sql, [chunk(event, 5, 8)]))[0]?.moved).toBe(false);
    expect(await cursorOf(event)).toBe(0);
  });

  it('writes nothing when the recipients have changed since they were read', async () => {
    const event = await accept();
    await sql`UPDATE outbox SET revision = 1 WHERE event_id = ${event.id}`;
    expect((await storeRouting(sql, [chunk(event, 0, 2)]))[0]?.moved).toBe(false);
    expect(await countOf(event)).toEqual({ deliveries: 0, work: 0, sets: 0 });
    const [read] = await readRoutableEvents(sql, [event.id]);
    expect(read).toMatchObject({ revision: 1, cursor: 0 });
    expect((await storeRouting(sql, [chunk(event, 0, 2, { revision: 1 })]))[0]?.moved).toBe(true);
  });

  it('has one writer of twenty routers, and the others write nothing of theirs', async () => {
    const event = await accept();
    const stored = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        storeRouting(sql, [
          chunk(event, 0, 10, {
            last: false,
            decisionSets: [against(n % 2 === 0 ? 'no_address' : 'no_template', [n], null, event)],
          }),
        ]),
      ),
    );
    const writers = stored.flat().filter((s) => s.moved);
    expect(writers).toHaveLength(1);
    expect(writers[0]?.created).toHaveLength(10);
    expect(await countOf(event)).toEqual({ deliveries: 10, work: 10, sets: 1 });
  });

  it('of two routers that run a whole fan-out at once, together they write it once', async () => {
    const event = await accept();
    const run = async (): Promise<number> => {
      let created = 0;
      for (let from = 0; from < 100; from += 10) {
        const [stored] = await storeRouting(sql, [chunk(event, from, from + 10, { last: from === 90 })]);
        created += stored?.created.length ?? 0;
      }
      return created;
    };
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((a, b) => a + b)).toBe(100);
    expect(await countOf(event)).toEqual({ deliveries: 100, work: 100, sets: 0 });
    expect(await cursorOf(event)).toBeUndefined();
  });

  it('creates no second work row for a delivery that is over', async () => {
    const event = await accept();
    const chunks = [chunk(event, 0, 2, { last: false })];
    await storeRouting(sql, chunks);
    await sql`DELETE FROM work USING deliveries d WHERE d.id = delivery_id AND d.event_id = ${event.id}`;
    await sql`UPDATE outbox SET cursor = 0 WHERE event_id = ${event.id}`;
    expect(await storeRouting(sql, chunks)).toEqual([{ eventId: event.id, moved: true, created: [] }]);
    expect(await countOf(event)).toEqual({ deliveries: 2, work: 0, sets: 0 });
  });

  it('is refused when one statement names the event twice: one of the two would write what the other was told', async () => {
    const event = await accept();
    const twice = [chunk(event, 0, 2, { last: false }), chunk(event, 2, 4)];
    await expect(storeRouting(sql, twice)).rejects.toBeInstanceOf(RepeatedRow);
    expect(await countOf(event)).toEqual({ deliveries: 0, work: 0, sets: 0 });
  });
});

describe('a row that Postgres can’t take', () => {
  it('fails the statement and leaves nothing of the other events', async () => {
    const [sound, poisoned] = [await accept(), await accept()];
    const bad = to(poisoned, 0, 1).map((d) => ({ ...d, address: 'a\u0000b@example.com' }));
    await expect(storeRouting(sql, [chunk(sound, 0, 1), newChunk(poisoned, { deliveries: bad })])).rejects.toThrow();
    expect(await countOf(sound)).toEqual({ deliveries: 0, work: 0, sets: 0 });
    expect(await cursorOf(sound)).toBe(0);
  });
});

describe('two deliveries under one id', () => {
  it('is told from the same delivery again', async () => {
    const event = await accept();
    const [same] = to(event, 0, 1) as [NewDelivery];
    await storeRouting(sql, [newChunk(event, { deliveries: [same] })]);
    await expect(assertNoCollision(sql, [same])).resolves.toBeUndefined();
    const stranger = { ...same, digest: Buffer.alloc(32, 7) };
    const error = await assertNoCollision(sql, [same, stranger]).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(IdCollision);
    expect((error as IdCollision).ids).toEqual([same.id]);
    await expect(assertNoCollision(sql, [])).resolves.toBeUndefined();
  });
});

it('R-3.3a knows whom an event has deliveries for, so that a router that goes on folds duplicates', async () => {
  const [event, other] = [await accept(), await accept()];
  await storeRouting(sql, [chunk(event, 0, 2, { last: false }), chunk(other, 5, 6)]);
  const served = await readServed(sql, event.id);
  expect([...served].sort((a, b) => (a.recipientId < b.recipientId ? -1 : 1))).toEqual([
    { channel: 'email', address: 'u-0@example.com', recipientId: 'u-0' },
    { channel: 'email', address: 'u-1@example.com', recipientId: 'u-1' },
  ]);
});
