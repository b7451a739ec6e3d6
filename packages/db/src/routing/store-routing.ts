import { DOCUMENT_WAIT_MS } from '@crier/domain';
import { boolArray, byteaArray } from '../arrays.js';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { assertOnceEach } from '../once-each.js';

export interface NewDelivery {
  readonly id: string;
  readonly digest: Buffer;
  readonly channel: string;
  readonly person: number;
  readonly address: string;
  readonly name: string | null;
  readonly locale: string;
  readonly timezone: string;
  /** The document that it waits for; null = none. */
  readonly documentId: string | null;
}

export interface NewDecisionSet {
  readonly id: string;
  readonly channel: string;
  readonly reason: string;
  /** Sorted. */
  readonly people: readonly number[];
  /** Beside `people`, for `duplicate`. */
  readonly inFavourOf: readonly number[] | null;
}

/** One chunk of one event's fan-out: recipients `from` up to `to` of its list. */
export interface RoutedChunk {
  readonly eventId: string;
  readonly lane: string;
  readonly expiresAt: string | null;
  readonly entityVersion: number | null;
  /** Of the recipients as they were read. */
  readonly revision: number;
  readonly from: number;
  readonly to: number;
  readonly last: boolean;
  readonly deliveries: readonly NewDelivery[];
  readonly decisionSets: readonly NewDecisionSet[];
}

export interface StoredChunk {
  readonly eventId: string;
  /** False: another router has moved this event's cursor, or somebody was erased from it; nothing of the chunk was written. */
  readonly moved: boolean;
  readonly created: readonly CreatedDelivery[];
}

export interface CreatedDelivery {
  readonly id: string;
  readonly channel: string;
  /** It has no job before this document is there. */
  readonly documentId: string | null;
}

const chunkRows = (sql: SqlOrTx, chunks: readonly RoutedChunk[]) => sql`
  unnest(${chunks.map((c) => c.eventId)}::uuid[], ${chunks.map((c) => c.from)}::int[], ${chunks.map((c) => c.to)}::int[],
         ${chunks.map((c) => c.revision)}::int[],
         ${boolArray(
           sql,
           chunks.map((c) => c.last),
         )}::bool[]) AS c(event_id, from_cursor, to_cursor, revision, is_last)`;

const deliveryRows = (sql: SqlOrTx, chunks: readonly RoutedChunk[]) => {
  const rows = chunks.flatMap(({ eventId, lane, expiresAt, entityVersion, deliveries }) =>
    deliveries.map((d) => ({ ...d, eventId, lane, expiresAt, entityVersion })),
  );
  const digests = byteaArray(
    sql,
    rows.map((d) => d.digest),
  );
  return sql`
    unnest(${rows.map((d) => d.id)}::uuid[], ${rows.map((d) => d.eventId)}::uuid[], ${digests}::bytea[],
           ${rows.map((d) => d.channel)}::text[], ${rows.map((d) => d.lane)}::text[], ${rows.map((d) => d.person)}::int[],
           ${rows.map((d) => d.address)}::text[], ${rows.map((d) => d.name)}::text[], ${rows.map((d) => d.locale)}::text[],
           ${rows.map((d) => d.timezone)}::text[], ${rows.map((d) => d.entityVersion)}::bigint[],
           ${rows.map((d) => d.expiresAt)}::timestamptz[], ${rows.map((d) => d.documentId)}::uuid[])
      AS g(id, event_id, digest, channel, lane, person, address, name, locale, timezone, entity_version, expires_at,
           document_id)`;
};

/** Postgres has no arrays of arrays of different lengths: people travel as JSON. */
const decisionRows = (sql: SqlOrTx, chunks: readonly RoutedChunk[]) => {
  const rows = chunks.flatMap(({ eventId, decisionSets }) => decisionSets.map((s) => ({ ...s, eventId })));
  const favours = rows.map((s) => (s.inFavourOf === null ? null : JSON.stringify(s.inFavourOf)));
  return sql`
    unnest(${rows.map((s) => s.id)}::uuid[], ${rows.map((s) => s.eventId)}::uuid[], ${rows.map((s) => s.channel)}::text[],
           ${rows.map((s) => s.reason)}::text[], ${rows.map((s) => JSON.stringify(s.people))}::text[], ${favours}::text[])
      AS g(id, event_id, channel, reason, people, favour)`;
};

interface Row {
  readonly event_id: string;
  readonly delivery_id: string | null;
  readonly channel: string | null;
  readonly document_id: string | null;
}

const write = (sql: SqlOrTx, chunks: readonly RoutedChunk[], documentWaitMs: number): Promise<Row[]> => {
  const eventIds = chunks.map((c) => c.eventId);
  return sql<Row[]>`
  WITH held AS MATERIALIZED (
    SELECT o.event_id, c.to_cursor, c.is_last FROM ${chunkRows(sql, chunks)} JOIN outbox o USING (event_id)
    WHERE o.event_id = ANY(${eventIds}::uuid[]) AND o.cursor = c.from_cursor AND o.revision = c.revision ORDER BY o.event_id FOR UPDATE OF o
  ), made AS (
    INSERT INTO deliveries (id, event_id, digest, channel, lane, person, address, name, locale, timezone, entity_version,
                            expires_at, state, document_id)
    SELECT g.id, g.event_id, g.digest, g.channel, g.lane, g.person, g.address, g.name, g.locale, g.timezone,
           g.entity_version, g.expires_at, CASE WHEN g.document_id IS NULL THEN 'queued' ELSE 'waiting_document' END,
           g.document_id
    FROM ${deliveryRows(sql, chunks)} JOIN held USING (event_id) ORDER BY g.id
    ON CONFLICT (id) DO NOTHING
    RETURNING id, event_id, channel, lane, document_id, expires_at
  ), todo AS (
    INSERT INTO work (delivery_id, channel, lane, document_id, due_at)
    SELECT id, channel, lane, document_id,
           CASE WHEN document_id IS NULL THEN now() ELSE least(now() + ${documentWaitMs} * interval '1 ms', expires_at) END
    FROM made ORDER BY id
  ), against AS (
    INSERT INTO decision_sets (id, event_id, channel, reason, people, in_favour_of)
    SELECT g.id, g.event_id, g.channel, g.reason, ARRAY(SELECT jsonb_array_elements_text(g.people::jsonb)::int),
           CASE WHEN g.favour IS NULL THEN NULL ELSE ARRAY(SELECT jsonb_array_elements_text(g.favour::jsonb)::int) END
    FROM ${decisionRows(sql, chunks)} JOIN held USING (event_id) ORDER BY g.id
    ON CONFLICT (id) DO NOTHING
  ), on_its_way AS (
    UPDATE outbox o SET cursor = held.to_cursor FROM held
    WHERE o.event_id = held.event_id AND o.event_id = ANY(${eventIds}::uuid[]) AND NOT held.is_last
  ), routed AS (
    DELETE FROM outbox o USING held
    WHERE o.event_id = held.event_id AND o.event_id = ANY(${eventIds}::uuid[]) AND held.is_last
  )
  SELECT held.event_id, made.id AS delivery_id, made.channel, made.document_id
  FROM held LEFT JOIN made ON made.event_id = held.event_id`;
};

/**
 * Writes chunks of several events in one commit: deliveries, their work rows, the decisions against, and the cursor (or the
 * outbox row's end). A delivery that needs a document waits for it, `documentWaitMs` or until it expires. The cursor is the guard: of two routers with the same chunk one writes, the other is told so. A delivery
 * whose id was there before is not among the created: `assertNoCollision` says whether it is the same one. Throws
 * RepeatedRow when `chunks` name an event twice.
 */
export const storeRouting = async (
  sql: SqlOrTx,
  chunks: readonly RoutedChunk[],
  { documentWaitMs = DOCUMENT_WAIT_MS }: { readonly documentWaitMs?: number } = {},
): Promise<StoredChunk[]> => {
  assertOnceEach(chunks.map((c) => c.eventId));
  const rows = await retryDeadlock(() => write(sql, chunks, documentWaitMs));
  const moved = new Set(rows.map((row) => row.event_id));
  const created = new Map<string, CreatedDelivery[]>();
  for (const { event_id, delivery_id, channel, document_id } of rows) {
    if (delivery_id === null || channel === null) continue;
    const list = created.get(event_id) ?? [];
    list.push({ id: delivery_id, channel, documentId: document_id });
    created.set(event_id, list);
  }
  return chunks.map(({ eventId }) => ({ eventId, moved: moved.has(eventId), created: created.get(eventId) ?? [] }));
};
