import type { SqlOrTx } from '../client.js';

/** The first `limit` documents that are due: what ought to have a job. */
export const dueDocuments = async (sql: SqlOrTx, limit: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM documents WHERE state = 'pending' AND due_at <= statement_timestamp() ORDER BY due_at LIMIT ${limit}`;
  return rows.map((row) => row.id);
};

/** For how many seconds the oldest document that is not done has been wanted; 0 = there is none. */
export const oldestPendingDocumentSeconds = async (sql: SqlOrTx): Promise<number> => {
  const [row] = await sql<{ seconds: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - requested_at)::float8 AS seconds
    FROM documents WHERE state = 'pending' ORDER BY requested_at LIMIT 1`;
  return Math.max(0, row?.seconds ?? 0);
};

/** Documents that are done with, ready or failed, and still waited for: a crash came between the two. Reads only who waits. */
export const documentsToSettle = async (sql: SqlOrTx, limit: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT t.id FROM (SELECT DISTINCT document_id AS id FROM work WHERE document_id IS NOT NULL) w JOIN documents t USING (id)
    WHERE t.state IN ('ready', 'failed') LIMIT ${limit}`;
  return rows.map((row) => row.id);
};
