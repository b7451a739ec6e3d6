import { eventRange } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';

export interface Decision {
  readonly channel: string;
  readonly outcome: 'send' | 'hold' | 'suppress' | 'dead' | 'unknown';
  readonly reason: string;
  readonly at: string;
  readonly until: string | null;
  readonly deliveryId: string | null;
  readonly inFavourOf: string | null;
}

interface DeliveryRow {
  readonly id: string;
  readonly channel: string;
  readonly state: string;
  readonly reason: string | null;
  readonly at: string;
  readonly due: string | null;
}

const SENT = new Set(['accepted', 'delivered', 'bounced']);

const ofDelivery = (row: DeliveryRow): Decision => {
  const base = {
    channel: row.channel,
    at: toIso(row.at) as string,
    until: toIso(row.due),
    deliveryId: row.id,
    inFavourOf: null,
  };
  if (SENT.has(row.state)) return { ...base, outcome: 'send', reason: 'sent' };
  if (row.state === 'dead') return { ...base, outcome: 'dead', reason: row.reason ?? 'rejected' };
  if (row.state === 'suppressed' || row.state === 'expired')
    return { ...base, outcome: 'suppress', reason: row.reason ?? row.state };
  if (row.state === 'unknown') return { ...base, outcome: 'unknown', reason: 'unknown_outcome' };
  // For a document: until then at the latest.
  if (row.state === 'waiting_document') return { ...base, outcome: 'hold', reason: 'eligible' };
  if (row.state === 'held') return { ...base, outcome: 'hold', reason: row.reason ?? 'eligible' };
  return { ...base, outcome: 'send', reason: 'eligible' };
};

/** Every current decision about one person in one event, sent or not, with its reason. */
export const explainRecipient = async (sql: SqlOrTx, eventId: string, recipientId: string): Promise<Decision[]> => {
  const { from, to } = eventRange(eventId);
  const [person] = await sql<{ n: number }[]>`SELECT n FROM people WHERE external_id = ${recipientId}`;
  if (person === undefined) return [];
  const [deliveries, sets] = await Promise.all([
    sql<DeliveryRow[]>`
      SELECT d.id, d.channel, d.state, d.reason, coalesce(d.accepted_at, d.created_at) AS at, w.due_at AS due
      FROM deliveries d LEFT JOIN work w ON w.delivery_id = d.id AND w.delivery_id BETWEEN ${from} AND ${to}
      WHERE d.id BETWEEN ${from} AND ${to} AND d.event_id = ${eventId} AND d.person = ${person.n} ORDER BY d.channel`,
    sql<{ channel: string; reason: string; at: string; favour: string | null }[]>`
      SELECT s.channel, s.reason, s.at, p.external_id AS favour FROM decision_sets s
      LEFT JOIN people p ON p.n = s.in_favour_of[array_position(s.people, ${person.n})]
      WHERE s.id BETWEEN ${from} AND ${to} AND s.event_id = ${eventId} AND ${person.n} = ANY(s.people) ORDER BY s.channel`,
  ]);
  return [
    ...deliveries.map(ofDelivery),
    ...sets.map(
      (s): Decision => ({
        channel: s.channel,
        outcome: 'suppress',
        reason: s.reason,
        at: toIso(s.at) as string,
        until: null,
        deliveryId: null,
        inFavourOf: s.favour,
      }),
    ),
  ];
};
