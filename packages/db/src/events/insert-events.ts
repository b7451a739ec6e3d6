import { byteaArray } from '../arrays.js';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { idSpan } from '../id-span.js';

/** An event as it is stored; instants as ISO text with microseconds, `body` as JSON text. */
export interface NewEvent {
  readonly id: string;
  readonly digest: Buffer;
  readonly mode: string;
  readonly source: string;
  readonly type: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly entityVersion: number | null;
  readonly occurredAt: string;
  readonly lane: string;
  readonly expiresAt: string | null;
  readonly contentHash: Buffer;
  readonly traceparent: string | null;
  readonly body: string;
}

/** Channel of the NOTIFY that wakes the relay; the payload is the lane. */
export const OUTBOX_CHANNEL = 'crier_outbox';

/**
 * Stores events, their payloads and their outbox rows, and wakes the relay: one statement, one commit. Returns the
 * ids that are new; the others were there before. NOTIFY is free inside the batch and can't be lost between commit and wake.
 * `events` must hold each id once.
 */
export const insertEvents = (sql: SqlOrTx, events: readonly NewEvent[]): Promise<Set<string>> =>
  retryDeadlock(async () => {
    const column = <K extends keyof NewEvent>(key: K) => events.map((event) => event[key]);
    const rows = await sql<{ id: string }[]>`
      WITH given AS (
        SELECT * FROM unnest(
          ${column('id')}::uuid[], ${byteaArray(sql, column('digest'))}::bytea[], ${column('mode')}::text[], ${column('source')}::text[],
          ${column('type')}::text[], ${column('entityType')}::text[], ${column('entityId')}::text[],
          ${column('entityVersion')}::bigint[], ${column('occurredAt')}::timestamptz[], ${column('lane')}::text[],
          ${column('expiresAt')}::timestamptz[], ${byteaArray(sql, column('contentHash'))}::bytea[], ${column('traceparent')}::text[],
          ${column('body')}::text[]
        ) AS g(id, digest, mode, source, type, entity_type, entity_id, entity_version, occurred_at, lane, expires_at,
               content_hash, traceparent, body)
      ), new AS (
        INSERT INTO events (id, digest, mode, source, type, entity_type, entity_id, entity_version, occurred_at, lane,
                            expires_at, content_hash, traceparent)
        SELECT id, digest, mode, source, type, entity_type, entity_id, entity_version, occurred_at, lane, expires_at,
               content_hash, traceparent
        FROM given ORDER BY id
        ON CONFLICT (id) DO NOTHING
        RETURNING id, lane
      ), payloads AS (
        INSERT INTO event_payloads (id, body) SELECT id, body::jsonb FROM given JOIN new USING (id) ORDER BY id
      ), boxed AS (
        INSERT INTO outbox (event_id, lane) SELECT id, lane FROM new ORDER BY id
      ), woken AS (
        SELECT pg_notify(${OUTBOX_CHANNEL}, lane) FROM (SELECT DISTINCT lane FROM new) lanes
      )
      SELECT id FROM new WHERE (SELECT count(*) FROM woken) >= 0`;
    return new Set(rows.map((row) => row.id));
  });

export interface StoredContent {
  readonly id: string;
  readonly digest: Buffer;
  readonly contentHash: Buffer;
}

/** What is already stored under these ids. A second statement on purpose: one CTE sees nothing of a concurrent winner. */
export const readContentHashes = (sql: SqlOrTx, ids: readonly string[]): Promise<StoredContent[]> => {
  const { from, to } = idSpan(ids);
  return sql<StoredContent[]>`
    SELECT e.id, e.digest, e.content_hash AS "contentHash" FROM unnest(${ids as string[]}::uuid[]) AS g(id) JOIN events e USING (id)
    WHERE e.id BETWEEN ${from} AND ${to}`;
};
