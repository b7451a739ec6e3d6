import { idOfKey, type ProviderEvent } from '@crier/domain';
import type { SqlOrTx } from '../client.js';

const nameOf = (provider: string, messageId: string): string => `${provider} ${messageId}`;

/**
 * The delivery that each event is about, in order: by our own key where the message carried one, else by the provider's id.
 * Undefined for a message of somebody else. An id by key is not looked up here: there may be no such delivery.
 */
export const findDeliveries = async (
  sql: SqlOrTx,
  events: readonly ProviderEvent[],
): Promise<(string | undefined)[]> => {
  const byKey = events.map(({ deliveryKey }) => (deliveryKey === null ? undefined : idOfKey(deliveryKey)));
  const unnamed = events.filter(({ messageId }, i) => byKey[i] === undefined && messageId !== null);
  if (unnamed.length === 0) return byKey;
  const rows = await sql<{ provider: string; messageId: string; id: string }[]>`
    SELECT m.provider, m.message_id AS "messageId", m.delivery_id AS id
    FROM unnest(${unnamed.map((e) => e.provider)}::text[], ${unnamed.map((e) => e.messageId)}::text[])
      AS g(provider, message_id)
    JOIN provider_messages m USING (provider, message_id)`;
  const byMessage = new Map(rows.map((row) => [nameOf(row.provider, row.messageId), row.id]));
  return events.map(
    ({ provider, messageId }, i) =>
      byKey[i] ?? (messageId === null ? undefined : byMessage.get(nameOf(provider, messageId))),
  );
};
