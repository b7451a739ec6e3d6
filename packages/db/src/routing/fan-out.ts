import { eventRange } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

/** Where the fan-outs of these events stand; an event that is routed already is absent. */
export const readCursors = async (sql: SqlOrTx, eventIds: readonly string[]): Promise<Map<string, number>> => {
  const rows = await sql<{ event_id: string; cursor: number }[]>`
    SELECT o.event_id, o.cursor FROM unnest(${eventIds as string[]}::uuid[]) AS g(event_id) JOIN outbox o USING (event_id)`;
  return new Map(rows.map((row) => [row.event_id, row.cursor]));
};

/** Whom an event already has deliveries for, by channel and address: what a router that goes on needs to fold duplicates. */
export const readServed = async (
  sql: SqlOrTx,
  eventId: string,
): Promise<{ channel: string; address: string; recipientId: string }[]> => {
  const { from, to } = eventRange(eventId);
  return sql<{ channel: string; address: string; recipientId: string }[]>`
    SELECT d.channel, d.address, p.external_id AS "recipientId" FROM deliveries d JOIN people p ON p.n = d.person
    WHERE d.id BETWEEN ${from} AND ${to} AND d.event_id = ${eventId} AND d.address IS NOT NULL AND p.external_id IS NOT NULL`;
};
