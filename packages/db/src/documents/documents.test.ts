import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { countOpenDeadLetters } from '../ops/dead-letters.js';
import {
  bury,
  deadLetterOf,
  dueInMs,
  logOf,
  newEvent,
  rowOf,
  seedDeliveries,
  startSending,
} from '../record.test-support.js';
import { makeWait, seedWaiting, settleAll, statesOf } from './documents.test-support.js';
import { documentsToSettle, dueDocuments } from './due-documents.js';
import { loadDocument, readReadyDocument } from './load-document.js';
import { failDocument, markDocumentReady, retryDocumentLater } from './record-document.js';
import { requestDocuments } from './request-documents.js';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = createSql({ url: database.url, max: 8, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const ready = (id: string) => markDocumentReady(sql, { id, path: `2026-11/${id}.pdf`, bytes: 40_000 });
const fail = (id: string, attempts = 0) =>
  failDocument(sql, { id, attempts, error: '/data/total: is missing', refused: false });

describe('R-5.1 a document that is asked for', () => {
  it('is written down once, however many ask at once', async () => {
    const event = newEvent();
    const documents = ['00', '01'].map((end) => ({
      id: `${event.id.slice(0, 34)}${end}`,
      eventId: event.id,
      kind: 'invoice',
      locale: 'en',
    }));
    const made = await Promise.all(
      Array.from({ length: 8 }, () => requestDocuments(sql, [...documents, ...documents])),
    );
    expect(made.flat().sort()).toEqual(documents.map((document) => document.id));
  });

  it('is due at once, and is read with its event', async () => {
    const body = JSON.stringify({ data: { total: 5 }, recipients: [] });
    const { documentId } = await seedWaiting(sql, 1, { entityId: 'INV-1', body });
    expect(await dueDocuments(sql, 1_000)).toContain(documentId);
    expect(await loadDocument(sql, documentId)).toMatchObject({
      kind: 'invoice',
      locale: 'en',
      state: 'pending',
      attempts: 0,
      entityId: 'INV-1',
      entityVersion: null,
      occurredAt: expect.stringMatching(/T00:00:00\.123456Z$/),
      data: { total: 5 },
    });
    expect(await readReadyDocument(sql, documentId)).toBeUndefined();
  });
});

describe('R-5.1 a document that is ready', () => {
  it('releases everybody who waits for it, due now, and nobody else', async () => {
    const mine = await seedWaiting(sql, 30);
    const other = await seedWaiting(sql, 2);
    expect(await settleAll(sql, [mine.documentId])).toEqual([]);
    await ready(mine.documentId);
    const settled = await settleAll(sql, [mine.documentId]);
    expect(settled.map((one) => one.id)).toEqual(mine.ids);
    expect(new Set(settled.map((one) => one.state))).toEqual(new Set(['queued']));
    expect(await statesOf(sql, mine.eventId)).toEqual({ queued: 30 });
    expect(await statesOf(sql, other.eventId)).toEqual({ waiting_document: 2 });
    for (const id of mine.ids) expect(await dueInMs(sql, id)).toBeLessThanOrEqual(0);
    expect(await settleAll(sql, [mine.documentId])).toEqual([]);
    expect(await readReadyDocument(sql, mine.documentId)).toMatchObject({ bytes: 40_000, kind: 'invoice' });
  });

  it('leaves nobody behind who begins to wait while it becomes ready', async () => {
    for (let round = 0; round < 20; round++) {
      const { documentId, eventId } = await seedWaiting(sql, 1);
      const late = await seedDeliveries(sql, 3);
      await Promise.all([
        ready(documentId).then(() => settleAll(sql, [documentId])),
        makeWait(sql, documentId, late.ids).then(() => settleAll(sql, [documentId])),
      ]);
      expect(await statesOf(sql, late.event.id)).toEqual({ queued: 3 });
      expect(await statesOf(sql, eventId)).toEqual({ queued: 1 });
    }
  });

  it('releases more than one page of them, each once, beside those that are being sent', async () => {
    const { documentId, eventId, ids } = await seedWaiting(sql, 2_300);
    await startSending(sql, ids.slice(0, 1_200));
    await ready(documentId);
    const settled = await settleAll(sql, [documentId]);
    expect(settled.map((one) => one.id)).toEqual(ids.slice(1_200));
    expect(await statesOf(sql, eventId)).toEqual({ sending: 1_200, queued: 1_100 });
  });

  it('does not touch who ended in another way, or waits for something else as well', async () => {
    const { documentId, ids } = await seedWaiting(sql, 2);
    const [dead = '', held = ''] = ids;
    await bury(sql, [dead], 'rejected');
    await sql`UPDATE deliveries SET state = 'held' WHERE id = ${held}`;
    await ready(documentId);
    expect(await settleAll(sql, [documentId])).toEqual([]);
    expect(await rowOf(sql, dead)).toMatchObject({ state: 'dead', reason: 'rejected' });
    expect(await rowOf(sql, held)).toMatchObject({ state: 'held' });
    expect(await dueInMs(sql, held)).toBeGreaterThan(3_000_000);
  });

  it('is settled by whoever looks when a crash came between the two', async () => {
    const { documentId, eventId } = await seedWaiting(sql, 3);
    expect(await documentsToSettle(sql, 1_000)).not.toContain(documentId);
    await ready(documentId);
    expect(await documentsToSettle(sql, 1_000)).toContain(documentId);
    await Promise.all([settleAll(sql, [documentId]), settleAll(sql, [documentId])]);
    expect(await statesOf(sql, eventId)).toEqual({ queued: 3 });
    expect(await documentsToSettle(sql, 1_000)).not.toContain(documentId);
  });
});

describe('R-5.2 a document that fails', () => {
  it('waits for its next attempt, and counts each once', async () => {
    const { documentId: id } = await seedWaiting(sql, 1);
    const attempt = { id, attempts: 0, error: 'the thread ended with 7' };
    const both = await Promise.all([
      retryDocumentLater(sql, attempt, 60_000),
      retryDocumentLater(sql, attempt, 60_000),
    ]);
    expect(both.sort()).toEqual([false, true]);
    const loaded = await loadDocument(sql, id);
    expect(loaded).toMatchObject({ state: 'pending', attempts: 1 });
    expect(loaded?.dueInMs).toBeGreaterThan(50_000);
    expect(await dueDocuments(sql, 1_000)).not.toContain(id);
    expect(await fail(id)).toBe(false);
  });

  it('buries everybody who waits for it as one group, each with its dead letter and the reason', async () => {
    const before = (await countOpenDeadLetters(sql)).find((group) => group.reason === 'document_failed')?.n ?? 0;
    const { documentId, eventId, ids } = await seedWaiting(sql, 30);
    expect(await fail(documentId)).toBe(true);
    const settled = await settleAll(sql, [documentId]);
    expect(settled.map(({ id, state }) => ({ id, state }))).toEqual(ids.map((id) => ({ id, state: 'dead' })));
    expect(await statesOf(sql, eventId)).toEqual({ dead: 30 });
    for (const id of ids) {
      expect(await deadLetterOf(sql, id)).toMatchObject({ reason: 'document_failed', open: true });
      expect(await logOf(sql, id)).toMatchObject([
        { result: 'dead', code: 'document_failed', message: '/data/total: is missing' },
      ]);
      expect(await dueInMs(sql, id)).toBeUndefined();
    }
    expect((await countOpenDeadLetters(sql)).find((group) => group.reason === 'document_failed')?.n).toBe(before + 30);
  });

  it('is ready all the same when a slow worker has made it', async () => {
    const { documentId, eventId } = await seedWaiting(sql, 1);
    await fail(documentId);
    await ready(documentId);
    await settleAll(sql, [documentId]);
    expect(await statesOf(sql, eventId)).toEqual({ queued: 1 });
  });

  it('does not take a delivery from a worker that is sending it', async () => {
    const { documentId, ids } = await seedWaiting(sql, 1);
    await startSending(sql, ids);
    await fail(documentId);
    expect(await settleAll(sql, [documentId])).toEqual([]);
    expect(await rowOf(sql, ids[0] as string)).toMatchObject({ state: 'sending' });
  });
});
