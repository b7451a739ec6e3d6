import type { Channel, DeliveryState, Lane } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import type { DocumentState } from '../documents/request-documents.js';
import {
  type EventForSending,
  type EventForSendingRow,
  eventForSending,
  toEventForSending,
} from '../events/read-events.js';
import { idSpan } from '../id-span.js';

/** A delivery as a worker sees it. Times are judged by Postgres' clock: two machines' clocks are never compared. */
export interface LoadedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly channel: Channel;
  readonly lane: Lane;
  /** The recipient's number. */
  readonly person: number;
  readonly address: string | null;
  readonly name: string | null;
  readonly locale: string;
  readonly timezone: string;
  readonly state: DeliveryState;
  readonly reason: string | null;
  readonly attempts: number;
  /** Grows with every verdict: a pass that acts on what it read says which reading that was. */
  readonly logSeq: number;
  /** Milliseconds until it is too late; 0 or less = it is; null = never. */
  readonly expiresInMs: number | null;
  /** The provider tried last, or the one that took it. */
  readonly provider: string | null;
  /** The last copy that a provider took; while the delivery is open, one that was taken back. */
  readonly providerMessageId: string | null;
  /** Milliseconds until it is due; 0 or less = due; null = it is over and has no work row. */
  readonly dueInMs: number | null;
  /** Milliseconds left of the lease of the worker that is sending it; 0 or less = dead. */
  readonly leaseLeftMs: number;
  readonly createdAt: string;
  /** What the recipient wishes by now: category -> channel -> wanted; null = nothing was ever said. */
  readonly categories: Readonly<Record<string, Readonly<Record<string, boolean>>>> | null;
  /** The document that it links to or carries; null = none. */
  readonly document: { readonly id: string; readonly kind: string | null; readonly state: DocumentState } | null;
  /** Why the address stands on the suppression list: reason, and since when there is evidence; null = it does not. */
  readonly suppression: { readonly id: string; readonly reason: string; readonly evidenceAt: string } | null;
}

const columns = (sql: SqlOrTx) => sql`
  d.id, d.event_id AS "eventId", d.channel, d.lane, d.person, d.address, d.name, d.locale, d.timezone, d.state, d.reason, d.attempts,
  d.log_seq AS "logSeq", (extract(epoch FROM d.expires_at - clock_timestamp()) * 1000)::float8 AS "expiresInMs", d.provider,
  d.provider_message_id AS "providerMessageId",
  (extract(epoch FROM w.due_at - clock_timestamp()) * 1000)::float8 AS "dueInMs",
  coalesce((extract(epoch FROM d.lease_until - clock_timestamp()) * 1000)::float8, 0) AS "leaseLeftMs",
  d.created_at AS "createdAt", pr.categories,
  -- One that is not there any more has failed: nothing goes out without it.
  CASE WHEN d.document_id IS NOT NULL
       THEN json_build_object('id', d.document_id, 'kind', t.kind, 'state', coalesce(t.state, 'failed')) END AS document,
  CASE WHEN s.id IS NOT NULL
       THEN json_build_object('id', s.id, 'reason', s.reason, 'evidenceAt', s.evidence_at) END AS suppression`;

/** The delivery, when it is due, and what decides about it now. */
const tables = (sql: SqlOrTx, ids: readonly string[]) => sql`
  unnest(${ids as string[]}::uuid[]) AS g(id) JOIN deliveries d USING (id)
  LEFT JOIN work w ON w.delivery_id = d.id AND w.delivery_id = ANY(${ids as string[]}::uuid[])
  LEFT JOIN documents t ON t.id = d.document_id
  LEFT JOIN preferences pr ON pr.person = d.person
  LEFT JOIN suppressions s ON s.channel = d.channel AND s.address = d.address AND s.lifted_at IS NULL`;

/** Reads deliveries by id in one statement, in no order. Ids that do not exist are absent. */
export const loadDeliveries = (sql: SqlOrTx, ids: readonly string[]): Promise<LoadedDelivery[]> => {
  const { from, to } = idSpan(ids);
  return sql<LoadedDelivery[]>`
    SELECT ${columns(sql)}
    FROM ${tables(sql, ids)}
    WHERE d.id BETWEEN ${from} AND ${to}`;
};

export interface DeliveryWithEvent {
  readonly delivery: LoadedDelivery;
  readonly event: EventForSending;
}

/** The same together with their events, in one statement where two would follow each other. */
export const loadDeliveriesWithEvents = async (sql: SqlOrTx, ids: readonly string[]): Promise<DeliveryWithEvent[]> => {
  const { from, to } = idSpan(ids);
  // An event's id begins as its deliveries' do, and goes on as it likes.
  const events = { from: `${from.slice(0, 18)}-0000-000000000000`, to: `${to.slice(0, 18)}-ffff-ffffffffffff` };
  const rows = await sql<(LoadedDelivery & { event: EventForSendingRow })[]>`
    SELECT ${columns(sql)}, row_to_json(ev) AS event
    FROM ${tables(sql, ids)}
    JOIN LATERAL (
      SELECT ${eventForSending(sql)} FROM events e
      LEFT JOIN event_payloads p ON p.id = e.id AND p.id BETWEEN ${events.from} AND ${events.to}
      WHERE e.id = d.event_id AND e.id BETWEEN ${events.from} AND ${events.to}
    ) ev ON true
    WHERE d.id BETWEEN ${from} AND ${to}`;
  return rows.map(({ event, ...delivery }) => ({ delivery, event: toEventForSending(event) }));
};
