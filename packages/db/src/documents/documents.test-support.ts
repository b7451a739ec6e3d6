import type { Sql } from '../client.js';
import { type EventSeed, seedDeliveries } from '../record.test-support.js';
import { requestDocuments } from './request-documents.js';
import { type SettledWait, settleWaits } from './settle-waits.js';

let made = 0;

/** An id that no other document has; a document's id begins as its event's does. */
const documentIdOf = (eventId: string): string => `${eventId.slice(0, 24)}${String(++made).padStart(12, '0')}`;

/** Deliveries of one event that wait for one document, until `boundMs` from now. */
export const seedWaiting = async (
  sql: Sql,
  count: number,
  { boundMs = 3_600_000, ...seed }: EventSeed & { channel?: string; boundMs?: number } = {},
): Promise<{ documentId: string; eventId: string; ids: string[] }> => {
  const { event, ids } = await seedDeliveries(sql, count, seed);
  const documentId = documentIdOf(event.id);
  await requestDocuments(sql, [{ id: documentId, eventId: event.id, kind: 'invoice', locale: 'en' }]);
  await makeWait(sql, documentId, ids, boundMs);
  return { documentId, eventId: event.id, ids };
};

/** Every page of it. */
export const settleAll = async (sql: Sql, documentIds: readonly string[]): Promise<SettledWait[]> => {
  const all: SettledWait[] = [];
  for await (const page of settleWaits(sql, documentIds)) all.push(...page);
  return all;
};

/** Makes queued deliveries wait, as routing does. */
export const makeWait = async (sql: Sql, documentId: string, ids: readonly string[], boundMs = 3_600_000) => {
  await sql`
    UPDATE deliveries SET state = 'waiting_document', document_id = ${documentId} WHERE id = ANY(${ids as string[]}::uuid[])`;
  await sql`
    UPDATE work SET document_id = ${documentId}, due_at = clock_timestamp() + ${boundMs} * interval '1 ms'
    WHERE delivery_id = ANY(${ids as string[]}::uuid[])`;
};

/** How many deliveries of an event are in each state. */
export const statesOf = async (sql: Sql, eventId: string): Promise<Record<string, number>> => {
  const rows = await sql<{ state: string; n: number }[]>`
    SELECT state, count(*)::int AS n FROM deliveries WHERE event_id = ${eventId} GROUP BY state`;
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
};
