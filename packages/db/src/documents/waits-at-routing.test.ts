import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { loadDeliveries } from '../deliveries/load-deliveries.js';
import { insertEvents } from '../events/insert-events.js';
import { dueInMs, newChunk, newDelivery, newEvent, replay, rowOf } from '../record.test-support.js';
import { ensurePeople } from '../routing/people.js';
import { storeRouting } from '../routing/store-routing.js';
import { settleAll, statesOf } from './documents.test-support.js';
import { dueDocuments } from './due-documents.js';
import { failDocument, markDocumentReady } from './record-document.js';
import { requestDocuments } from './request-documents.js';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = createSql({ url: database.url, max: 4, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const route = async () => {
  const event = newEvent();
  await insertEvents(sql, [event]);
  const names = ['a', 'b', 'c'];
  const people = await ensurePeople(sql, names);
  const documentId = `${event.id.slice(0, 24)}00000000dddd`;
  await requestDocuments(sql, [{ id: documentId, eventId: event.id, kind: 'invoice', locale: 'en' }]);
  const deliveries = names.map((name, n) => ({
    ...newDelivery(event, name, people.get(name) as number),
    documentId: n < 2 ? documentId : null,
  }));
  const [stored] = await storeRouting(sql, [newChunk(event, { deliveries })], { documentWaitMs: 60_000 });
  return { event, documentId, ids: deliveries.map(({ id }) => id), created: stored?.created ?? [] };
};

it('R-5.1 only deliveries that need a document wait for it, up to their bound', async () => {
  const { event, documentId, ids, created } = await route();
  expect(await statesOf(sql, event.id)).toEqual({ waiting_document: 2, queued: 1 });
  expect(
    created
      .filter((one) => one.documentId === documentId)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.slice(0, 2).sort());
  expect(await dueInMs(sql, ids[0] as string)).toBeGreaterThan(50_000);
  expect(await dueInMs(sql, ids[2] as string)).toBeLessThanOrEqual(0);
  const loaded = new Map((await loadDeliveries(sql, ids)).map((d) => [d.id, d.document]));
  expect(loaded.get(ids[0] as string)).toEqual({ id: documentId, kind: 'invoice', state: 'pending' });
  expect(loaded.get(ids[2] as string)).toBeNull();
});

it('R-5.2 a replay of the group makes the document anew and releases them when it is ready', async () => {
  const { event, documentId, ids } = await route();
  await failDocument(sql, { id: documentId, attempts: 0, error: 'x', refused: false });
  await settleAll(sql, [documentId]);
  expect(await statesOf(sql, event.id)).toEqual({ dead: 2, queued: 1 });
  const longest = { documentWaitMs: 7_200_000 };
  const [first, second] = await Promise.all([
    replay(sql, ids.slice(0, 1), 'mia', longest),
    replay(sql, ids.slice(1, 2), 'mia', longest),
  ]);
  expect([...first, ...second]).toHaveLength(2);
  expect(await statesOf(sql, event.id)).toEqual({ waiting_document: 2, queued: 1 });
  expect(await dueDocuments(sql, 100)).toContain(documentId);
  expect(await dueInMs(sql, ids[0] as string)).toBeGreaterThan(7_000_000);
  await markDocumentReady(sql, { id: documentId, path: 'p', bytes: 1 });
  expect(await settleAll(sql, [documentId])).toHaveLength(2);
  expect(await statesOf(sql, event.id)).toEqual({ queued: 3 });
  expect(await rowOf(sql, ids[0] as string)).toMatchObject({ reason: null });
});
