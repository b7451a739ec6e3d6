import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { isConnectionError } from '../connection-errors.js';
import { newEvent, TODAY } from '../record.test-support.js';
import { insertEvents, type NewEvent, OUTBOX_CHANNEL, readContentHashes } from './insert-events.js';
import { readContent, readEvent, readEventProgress, readEventsForSending, readRoutableEvents } from './read-events.js';

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

const stored = async (ids: readonly string[]) => {
  const [row] = await sql<{ events: number; payloads: number; boxes: number }[]>`
    SELECT (SELECT count(*)::int FROM events WHERE id = ANY(${ids as string[]}::uuid[])) AS events,
           (SELECT count(*)::int FROM event_payloads WHERE id = ANY(${ids as string[]}::uuid[])) AS payloads,
           (SELECT count(*)::int FROM outbox WHERE event_id = ANY(${ids as string[]}::uuid[])) AS boxes`;
  return row;
};

describe('R-1.1 storing events', () => {
  it('writes event, payload and outbox row, and tells which are new', async () => {
    const [a, b] = [newEvent(), newEvent()];
    expect(await insertEvents(sql, [b, a])).toEqual(new Set([a.id, b.id]));
    expect(await stored([a.id, b.id])).toEqual({ events: 2, payloads: 2, boxes: 2 });
    expect(await readContent(sql, a.id)).toEqual(JSON.parse(a.body));
    expect(await readEventProgress(sql, a.id)).toEqual({ status: 'accepted', counts: {} });
  });

  it('writes all of it in one commit', async () => {
    const event = newEvent();
    await insertEvents(sql, [event]);
    const rows = await sql<{ xmin: string }[]>`
      SELECT xmin::text FROM events WHERE id = ${event.id} UNION ALL SELECT xmin::text FROM event_payloads WHERE id = ${event.id}
      UNION ALL SELECT xmin::text FROM outbox WHERE event_id = ${event.id}`;
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((row) => row.xmin)).size).toBe(1);
  });

  it('takes a batch of a thousand', async () => {
    const events = Array.from({ length: 1_000 }, () => newEvent());
    expect((await insertEvents(sql, events)).size).toBe(1_000);
  });

  it('does nothing for none', async () => {
    expect(await insertEvents(sql, [])).toEqual(new Set());
  });
});

describe('R-1.3 the same event again', () => {
  it('is not new, and leaves what was stored alone, whatever else is in the batch', async () => {
    const first = newEvent({ lane: 'critical' });
    await insertEvents(sql, [first]);
    const again: NewEvent = { ...first, lane: 'bulk', body: '{"data":{"changed":true},"recipients":[]}' };
    const fresh = newEvent();
    expect(await insertEvents(sql, [again, fresh])).toEqual(new Set([fresh.id]));
    expect(await stored([first.id])).toEqual({ events: 1, payloads: 1, boxes: 1 });
    expect(await readContent(sql, first.id)).toEqual(JSON.parse(first.body));
    expect((await readEvent(sql, first.id))?.lane).toBe('critical');
  });

  it('has one winner of fifty, and every loser can read what won', async () => {
    const event = newEvent();
    const hashes: (Buffer | undefined)[] = [];
    const won = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const fresh = await insertEvents(sql, [event]);
        if (fresh.size === 0) hashes.push((await readContentHashes(sql, [event.id]))[0]?.contentHash);
        return fresh.size;
      }),
    );
    expect(won.reduce((a, b) => a + b)).toBe(1);
    expect(hashes).toEqual(Array.from({ length: 49 }, () => event.contentHash));
    expect(await stored([event.id])).toEqual({ events: 1, payloads: 1, boxes: 1 });
  });

  it('is won once when fifty batches overlap in every order', async () => {
    const events = Array.from({ length: 40 }, () => newEvent());
    const won = await Promise.all(
      Array.from({ length: 50 }, (_, n) => insertEvents(sql, n % 2 === 0 ? events : [...events].reverse())),
    );
    expect(won.flatMap((ids) => [...ids]).sort()).toEqual(events.map((event) => event.id).sort());
  });

  it('tells digest and content of what is stored, and nothing of what is not', async () => {
    const [known, unknown] = [newEvent(), newEvent()];
    await insertEvents(sql, [known]);
    expect(await readContentHashes(sql, [known.id, unknown.id])).toEqual([
      { id: known.id, digest: known.digest, contentHash: known.contentHash },
    ]);
  });
});

describe('R-2.3 waking the relay', () => {
  it('tells each lane once in the commit that stored its events', async () => {
    const told: string[] = [];
    const { unlisten } = await sql.listen(OUTBOX_CHANNEL, (lane) => told.push(lane));
    const events = ['bulk', 'critical', 'bulk'].map((lane) => newEvent({ lane }));
    await insertEvents(sql, events);
    await until(async () => told.length >= 2, { what: 'both lanes to be told' });
    await insertEvents(sql, events); // nothing new
    await insertEvents(sql, [newEvent({ lane: 'transactional' })]);
    await until(async () => told.includes('transactional'), { what: 'the third lane to be told' });
    expect([...told].sort()).toEqual(['bulk', 'critical', 'transactional']);
    await unlisten();
  });

  it('tells nobody of what was rolled back', async () => {
    const told: string[] = [];
    const { unlisten } = await sql.listen(OUTBOX_CHANNEL, (lane) => told.push(lane));
    const lost = newEvent({ lane: 'bulk' });
    await expect(
      sql.begin(async (tx) => {
        await insertEvents(tx, [lost]);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await insertEvents(sql, [newEvent({ lane: 'critical' })]);
    await until(async () => told.length > 0, { what: 'a lane to be told' });
    expect(told).toEqual(['critical']);
    expect(await stored([lost.id])).toEqual({ events: 0, payloads: 0, boxes: 0 });
    await unlisten();
  });
});

describe('R-1.5 a row that Postgres can’t take', () => {
  it.each([
    ['U+0000 as such', (event: NewEvent) => ({ ...event, body: '{"recipients":[],"data":{"a":"\u0000"}}' })],
    ['U+0000 escaped', (event: NewEvent) => ({ ...event, body: '{"recipients":[],"data":{"a":"\\u0000"}}' })],
    ['U+0000 in a name', (event: NewEvent) => ({ ...event, entityId: 'a\u0000b' })],
    ['a lone surrogate', (event: NewEvent) => ({ ...event, body: '{"recipients":[],"data":{"a":"\\ud800"}}' })],
    ['half a document', (event: NewEvent) => ({ ...event, body: '{"recipients":[' })],
    ['an impossible instant', (event: NewEvent) => ({ ...event, occurredAt: '2026-02-30T00:00:00Z' })],
  ])('%s fails the statement and leaves nothing of its neighbours', async (_what, poison) => {
    const [before, after] = [newEvent(), newEvent()];
    const poisoned = poison(newEvent());
    const error = await insertEvents(sql, [before, poisoned, after]).then(
      () => expect.fail('it was stored'),
      (thrown: Error) => thrown,
    );
    expect(isConnectionError(error)).toBe(false);
    expect(await stored([before.id, poisoned.id, after.id])).toEqual({ events: 0, payloads: 0, boxes: 0 });
    expect((await insertEvents(sql, [before, after])).size).toBe(2);
  });
});

describe('R-1.2 what was stored comes back as it was', () => {
  it('with microseconds, as text', async () => {
    const at = TODAY.replace('.123456', '.000001');
    const event = newEvent({ occurredAt: at, expiresAt: TODAY.replace('.123456', '.999999') });
    await insertEvents(sql, [event]);
    expect(await readEvent(sql, event.id)).toMatchObject({ occurredAt: at, expiresAt: event.expiresAt });
  });

  it.each(['+05:45', '-12:00', 'Z'])('as the same instant when it came with offset %s', async (offset) => {
    const event = newEvent({ occurredAt: TODAY.replace('Z', offset) });
    await insertEvents(sql, [event]);
    const back = (await readEvent(sql, event.id))?.occurredAt as string;
    expect(back).toMatch(/\.123456Z$/);
    expect(Date.parse(back)).toBe(Date.parse(event.occurredAt));
  });

  it('with every field, and with none of the optional ones', async () => {
    const full: NewEvent = {
      ...newEvent({ lane: 'critical', expiresAt: TODAY }),
      mode: 'test',
      entityVersion: Number.MAX_SAFE_INTEGER,
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      entityId: 'PO "4482", {नेपाल} \\ NULL null 😀',
    };
    const bare = newEvent();
    await insertEvents(sql, [bare, full]);
    const [event] = await readRoutableEvents(sql, [full.id]);
    const { id, mode, source, type, entityType, entityId, entityVersion, lane, traceparent } = full;
    expect(event).toMatchObject({
      id,
      mode,
      source,
      type,
      entityType,
      entityId,
      entityVersion,
      lane,
      traceparent,
      cursor: 0,
    });
    expect(event?.content).toEqual(JSON.parse(full.body));
    expect(await readEvent(sql, bare.id)).toMatchObject({ entityVersion: null, expiresAt: null, traceparent: null });
  });

  it('without the recipients for a sender, and without a body when retention has dropped it', async () => {
    const event = newEvent({ body: '{"data":{"total":"12.50"},"recipients":[{"id":"u-1"}]}' });
    const dropped = newEvent();
    await insertEvents(sql, [event, dropped]);
    await sql`DELETE FROM event_payloads WHERE id = ${dropped.id}`;
    const found = new Map((await readEventsForSending(sql, [event.id, dropped.id])).map((row) => [row.id, row]));
    expect(found.get(event.id)).toMatchObject({ data: { total: '12.50' }, bytes: expect.any(Number) });
    expect(JSON.stringify(found.get(event.id))).not.toContain('u-1');
    expect(found.get(dropped.id)).toMatchObject({ data: null, bytes: 0 });
    expect((await readRoutableEvents(sql, [dropped.id]))[0]?.content).toBeNull();
    expect(await readContent(sql, dropped.id)).toBeUndefined();
  });
});
