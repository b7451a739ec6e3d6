import { randomUUID } from 'node:crypto';
import { keyOf } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { newEvent, seedDeliveries, seedDelivery, startSending } from '../record.test-support.js';
import { type DeliveryView, listEventDeliveries, readDelivery } from './read-deliveries.js';
import { recordAccepted } from './record-accepted.js';
import { transitionDeliveries } from './transition-deliveries.js';

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

const pages = async (eventId: string, limit: number): Promise<DeliveryView[][]> => {
  const all: DeliveryView[][] = [];
  let cursor: string | null = null;
  do {
    const page: { deliveries: DeliveryView[]; next: string | null } = await listEventDeliveries(sql, eventId, {
      limit,
      cursor,
    });
    all.push(page.deliveries);
    cursor = page.next;
  } while (cursor !== null);
  return all;
};

describe('an event’s deliveries', () => {
  it.each([1, 3, 7, 8, 100])('come in pages of %i, each once, in order', async (limit) => {
    const { event, ids } = await seedDeliveries(sql, 7);
    await seedDeliveries(sql, 3); // of another event
    const all = await pages(event.id, limit);
    expect(all.flat().map((d) => d.id)).toEqual(ids);
    expect(all.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    expect(all).toHaveLength(Math.ceil(7 / limit));
  });

  it('are none for an event without any, or without itself', async () => {
    expect(await listEventDeliveries(sql, newEvent().id, { limit: 10, cursor: null })).toEqual({
      deliveries: [],
      next: null,
    });
  });

  it('show what happened, and no address', async () => {
    const { event, ids } = await seedDeliveries(sql, 1, { expiresAt: '2199-01-01T00:00:00.000001Z' });
    const [view] = (await listEventDeliveries(sql, event.id, { limit: 10, cursor: null })).deliveries;
    expect(view).toMatchObject({
      id: ids[0],
      key: keyOf(ids[0] as string),
      eventId: event.id,
      channel: 'email',
      recipientId: 'u-1',
      lane: 'transactional',
      state: 'queued',
      reason: null,
      attempts: 0,
      entityVersion: null,
      nextAttemptAt: null,
      heldUntil: null,
      expiresAt: '2199-01-01T00:00:00.000001Z',
      acceptedAt: null,
    });
    expect(JSON.stringify(view)).not.toContain('@');
    expect(Object.keys(view ?? {})).not.toContain('dueAt');
  });

  it('say when they are tried again, or until when they are held', async () => {
    const id = await seedDelivery(sql);
    const shown = async () => {
      const view = await readDelivery(sql, id);
      return [view?.nextAttemptAt !== null, view?.heldUntil !== null];
    };
    for (const [state, expected] of [
      ['queued', [false, false]],
      ['retrying', [true, false]],
      ['unknown', [true, false]],
      ['held', [false, true]],
    ] as const) {
      await sql`UPDATE deliveries SET state = ${state} WHERE id = ${id}`;
      expect(await shown()).toEqual(expected);
    }
  });
});

describe('one delivery', () => {
  it('has its attempts in order, with provider, status and error', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    const entry = { provider: 'ses', status: 400, code: 'Throttling', message: 'Slow down.', result: 'transient' };
    await transitionDeliveries(sql, [
      { id, guard: { kind: 'lease', token }, to: 'retrying', reason: null, dueInMs: 0, entry },
    ]);
    await startSending(sql, [id]);
    await recordAccepted(sql, [{ id, provider: 'ses', messageId: 'm-1', status: 200, evidence: 'answer' }]);
    const view = await readDelivery(sql, id);
    expect(view).toMatchObject({
      state: 'accepted',
      attemptCount: 2,
      provider: 'ses',
      providerMessageId: 'm-1',
      lastErrorCode: 'Throttling',
      templateVersion: 'v1',
    });
    expect(view?.attempts).toEqual([
      {
        at: expect.stringMatching(/Z$/),
        provider: 'ses',
        providerStatus: 400,
        error: { code: 'Throttling', message: 'Slow down.' },
        result: 'transient',
      },
      { at: expect.stringMatching(/Z$/), provider: 'ses', providerStatus: 200, error: null, result: 'accepted' },
    ]);
    expect(view?.acceptedAt).toMatch(/Z$/);
    expect(view?.renderedAt).toMatch(/Z$/);
  });

  it('is undefined when there is none', async () => {
    expect(await readDelivery(sql, randomUUID())).toBeUndefined();
  });

  it('keeps a version up to the largest safe integer', async () => {
    const id = await seedDelivery(sql);
    await sql`UPDATE deliveries SET entity_version = ${Number.MAX_SAFE_INTEGER} WHERE id = ${id}`;
    expect((await readDelivery(sql, id))?.entityVersion).toBe(Number.MAX_SAFE_INTEGER);
  });
});
