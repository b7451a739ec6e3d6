import type { SqlOrTx } from '../client.js';

/** The first `limit` documents that are due: what ought to have a job. */
export const dueDocuments = async (sql: SqlOrTx, limit: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM documents WHERE state = 'pending' AND due_at <= statement_timestamp() ORDER BY due_at LIMIT ${limit}`;
  return rows.map((row) => row.id);
};

/** Documents that are done with, ready or failed, and still waited for: a crash came between the two. Reads only who waits. */
export const documentsToSettle = async (sql: SqlOrTx, limit: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT t.id FROM (SELECT DISTINCT document_id AS id FROM work WHERE document_id IS NOT NULL) w JOIN documents t USING (id)
    WHERE t.state IN ('ready', 'failed') LIMIT ${limit}`;
  return rows.map((row) => row.id);
};
