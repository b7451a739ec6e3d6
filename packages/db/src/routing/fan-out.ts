import { eventRange } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

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
