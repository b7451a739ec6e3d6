import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';

export type DocumentState = 'pending' | 'ready' | 'failed';

export interface NewDocument {
  /** `documentIdentity`: one for each event, kind and locale. */
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  readonly locale: string;
}

/**
 * Writes down documents that are needed, due now. One that somebody has asked for before stays as it is: it is rendered
 * once. Returns the ids that are new, which are those that have no job yet.
 */
export const requestDocuments = async (sql: SqlOrTx, documents: readonly NewDocument[]): Promise<string[]> => {
  const unique = [...new Map(documents.map((document) => [document.id, document])).values()];
  const column = (key: keyof NewDocument) => unique.map((document) => document[key]);
  const rows = await retryDeadlock(
    () => sql<{ id: string }[]>`
      INSERT INTO documents (id, event_id, kind, locale)
      SELECT g.* FROM unnest(${column('id')}::uuid[], ${column('eventId')}::uuid[], ${column('kind')}::text[],
                             ${column('locale')}::text[]) AS g(id, event_id, kind, locale)
      ORDER BY g.id ON CONFLICT (id) DO NOTHING RETURNING id`,
  );
  return rows.map((row) => row.id);
};
