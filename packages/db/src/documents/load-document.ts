import { type SqlOrTx, toIso } from '../client.js';
import type { DocumentState } from './request-documents.js';

/** A document as whoever renders it sees it, with its event as it was stored. */
export interface LoadedDocument {
  readonly id: string;
  readonly kind: string;
  readonly locale: string;
  readonly state: DocumentState;
  readonly attempts: number;
  /** Milliseconds until it is due, by Postgres' clock; 0 or less = due. */
  readonly dueInMs: number;
  readonly type: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly entityVersion: number | null;
  readonly occurredAt: string;
  /** Null once retention has dropped the event's body. */
  readonly data: unknown;
  readonly traceparent: string | null;
}

/** Reads a document with its event; undefined if there is none. */
export const loadDocument = async (sql: SqlOrTx, id: string): Promise<LoadedDocument | undefined> => {
  const [row] = await sql<(Omit<LoadedDocument, 'entityVersion'> & { entityVersion: string | null })[]>`
    SELECT t.id, t.kind, t.locale, t.state, t.attempts,
           (extract(epoch FROM t.due_at - clock_timestamp()) * 1000)::float8 AS "dueInMs",
           e.type, e.entity_type AS "entityType", e.entity_id AS "entityId", e.entity_version AS "entityVersion",
           e.occurred_at AS "occurredAt", p.body -> 'data' AS data, e.traceparent
    FROM documents t JOIN events e ON e.id = t.event_id LEFT JOIN event_payloads p ON p.id = e.id
    WHERE t.id = ${id}`;
  return (
    row && {
      ...row,
      entityVersion: row.entityVersion === null ? null : Number(row.entityVersion),
      occurredAt: toIso(row.occurredAt) as string,
    }
  );
};

/** Where a finished document lies and what it is called; undefined if there is none, or it is not ready. */
export const readReadyDocument = async (
  sql: SqlOrTx,
  id: string,
): Promise<{ path: string; kind: string; locale: string; bytes: number; entityId: string } | undefined> => {
  const [row] = await sql<{ path: string; kind: string; locale: string; bytes: number; entityId: string }[]>`
    SELECT t.path, t.kind, t.locale, t.bytes, e.entity_id AS "entityId"
    FROM documents t JOIN events e ON e.id = t.event_id WHERE t.id = ${id} AND t.state = 'ready'`;
  return row;
};
