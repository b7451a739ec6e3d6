import type { EventContent } from '@crier/domain';
import { eventRange } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';
import { idSpan } from '../id-span.js';

export interface StoredEvent {
  readonly id: string;
  readonly mode: 'live' | 'test';
  readonly source: string;
  readonly type: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly entityVersion: number | null;
  readonly occurredAt: string;
  readonly lane: string;
  readonly expiresAt: string | null;
  readonly acceptedAt: string;
  readonly traceparent: string | null;
}

interface EventRow extends Omit<StoredEvent, 'entityVersion'> {
  readonly entityVersion: string | null;
}

const toEvent = <R extends EventRow>(row: R) => ({
  ...row,
  entityVersion: row.entityVersion === null ? null : Number(row.entityVersion),
  occurredAt: toIso(row.occurredAt) as string,
  expiresAt: toIso(row.expiresAt),
  acceptedAt: toIso(row.acceptedAt) as string,
});

const columns = (sql: SqlOrTx) => sql`
  e.id, e.mode, e.source, e.type, e.entity_type AS "entityType", e.entity_id AS "entityId", e.entity_version AS "entityVersion",
  e.occurred_at AS "occurredAt", e.lane, e.expires_at AS "expiresAt", e.accepted_at AS "acceptedAt", e.traceparent`;

/** One event, without its body. */
export const readEvent = async (sql: SqlOrTx, id: string): Promise<StoredEvent | undefined> => {
  const [row] = await sql<EventRow[]>`SELECT ${columns(sql)} FROM events e WHERE e.id = ${id}`;
  return row && toEvent(row);
};

export interface RoutableEvent extends StoredEvent {
  /** Null when retention has dropped the body. */
  readonly content: EventContent | null;
  /** How many of its recipients are routed. */
  readonly cursor: number;
  /** Of its recipients: they change when somebody is erased. */
  readonly revision: number;
}

/** Events that are still to be routed, with their bodies and their fan-out's place; one that is routed already is absent. */
export const readRoutableEvents = async (sql: SqlOrTx, ids: readonly string[]): Promise<RoutableEvent[]> => {
  const { from, to } = idSpan(ids);
  const rows = await sql<(EventRow & Pick<RoutableEvent, 'content' | 'cursor' | 'revision'>)[]>`
    SELECT ${columns(sql)}, p.body AS content, o.cursor, o.revision
    FROM unnest(${ids as string[]}::uuid[]) AS g(id) JOIN outbox o ON o.event_id = g.id
    AND o.event_id = ANY(${ids as string[]}::uuid[]) JOIN events e ON e.id = g.id
    LEFT JOIN event_payloads p ON p.id = e.id AND p.id BETWEEN ${from} AND ${to}
    WHERE e.id BETWEEN ${from} AND ${to}`;
  return rows.map(toEvent);
};

/** The stored body of one event, to name the pointers that differ in a conflict. */
export const readContent = async (sql: SqlOrTx, id: string): Promise<EventContent | undefined> => {
  const [row] = await sql<{ body: EventContent }[]>`SELECT body FROM event_payloads WHERE id = ${id}`;
  return row?.body;
};

export interface EventProgress {
  readonly status: 'accepted' | 'routing' | 'routed';
  readonly counts: Readonly<Record<string, number>>;
}

/** How far routing is, and how many deliveries are in each state. The outbox row is the status: gone means routed. */
export const readEventProgress = async (sql: SqlOrTx, eventId: string): Promise<EventProgress> => {
  const { from, to } = eventRange(eventId);
  const [[box], states] = await Promise.all([
    sql<{ cursor: number }[]>`SELECT cursor FROM outbox WHERE event_id = ${eventId}`,
    sql<{ state: string; n: number }[]>`
      SELECT state, count(*)::int AS n FROM deliveries WHERE id BETWEEN ${from} AND ${to} AND event_id = ${eventId} GROUP BY state`,
  ]);
  return {
    status: box === undefined ? 'routed' : box.cursor > 0 ? 'routing' : 'accepted',
    counts: Object.fromEntries(states.map((s) => [s.state, s.n])),
  };
};

/** What a sender needs of an event: everything but its recipients, which may be many. `bytes` is the size of the data. */
export interface EventForSending extends StoredEvent {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly bytes: number;
}

export type EventForSendingRow = EventRow & Pick<EventForSending, 'data' | 'bytes'>;
export const toEventForSending = (row: EventForSendingRow): EventForSending => toEvent(row);

/** Columns of an event `e` with its payload `p`, for senders. */
export const eventForSending = (sql: SqlOrTx) => sql`
  ${columns(sql)}, p.body -> 'data' AS data, coalesce(octet_length((p.body -> 'data')::text), 0) AS bytes`;

/** Events for senders. `data` is null when retention has dropped the body. */
export const readEventsForSending = async (sql: SqlOrTx, ids: readonly string[]): Promise<EventForSending[]> => {
  const { from, to } = idSpan(ids);
  const rows = await sql<EventForSendingRow[]>`
    SELECT ${eventForSending(sql)}
    FROM unnest(${ids as string[]}::uuid[]) AS g(id) JOIN events e USING (id)
    LEFT JOIN event_payloads p ON p.id = e.id AND p.id BETWEEN ${from} AND ${to}
    WHERE e.id BETWEEN ${from} AND ${to}`;
  return rows.map(toEvent);
};
