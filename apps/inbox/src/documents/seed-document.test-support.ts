import { randomBytes } from 'node:crypto';
import { failDocument, markDocumentReady, requestDocuments, type Sql } from '@crier/db';
import { type DocumentStore, documentPath } from '@crier/documents';
import { type DocumentKind, rowId } from '@crier/domain';

export interface DocumentSeed {
  readonly kind?: DocumentKind;
  readonly entityId?: string;
  /** `unkept`: made, and lost by its store. */
  readonly state?: 'pending' | 'ready' | 'failed' | 'unkept';
}

/** A document of this many bytes; its content is looked at elsewhere. */
export const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]);

/** A document and its event, as the router and the documents app leave them. Returns its id. */
export const seedDocument = async (
  sql: Sql,
  store: Pick<DocumentStore, 'write'>,
  { kind = 'purchase_order', entityId = 'PO-4482', state = 'ready' }: DocumentSeed = {},
): Promise<string> => {
  const digest = randomBytes(32);
  const [eventId, id] = [digest, randomBytes(32)].map((own) => rowId(Date.now(), digest, own)) as [string, string];
  await sql`
    INSERT INTO events (id, digest, mode, source, type, entity_type, entity_id, entity_version, occurred_at, lane, content_hash)
    VALUES (${eventId}, ${digest}, 'live', 'erp', 'purchase_order.approved', 'purchase_order', ${entityId}, 7,
            clock_timestamp(), 'transactional', ${digest})`;
  await requestDocuments(sql, [{ id, eventId, kind, locale: 'en' }]);
  const path = documentPath(id);
  if (state === 'ready') await store.write(path, PDF);
  if (state === 'ready' || state === 'unkept') await markDocumentReady(sql, { id, path, bytes: PDF.byteLength });
  if (state === 'failed') await failDocument(sql, { id, attempts: 0, error: 'no', refused: false });
  return id;
};
