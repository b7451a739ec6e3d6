import { randomBytes } from 'node:crypto';
import { deliverInApp, ensurePeople, type Sql } from '@crier/db';
import { rowId } from '@crier/domain';

export interface CardSeed {
  readonly recipient?: string;
  readonly type?: string;
  readonly entityId?: string;
  readonly version?: number | null;
  readonly title?: string;
  readonly body?: string;
  readonly url?: string | null;
}

let made = 0;

/** Cards in inboxes, put there as the in-app sender does, in one statement. Returns the ids of their deliveries. */
export const seedCards = async (sql: Sql, seeds: readonly CardSeed[]): Promise<string[]> => {
  const recipients = seeds.map((seed) => seed.recipient ?? 'u-1');
  const people = await ensurePeople(sql, recipients);
  const cards = seeds.map((seed, n) => {
    made += 1;
    const digest = randomBytes(32);
    const at = Date.now();
    return {
      ...seed,
      id: rowId(at, digest, randomBytes(32)),
      eventId: rowId(at, digest, digest),
      digest,
      person: people.get(recipients[n] as string) as number,
      type: seed.type ?? 'purchase_order.approved',
      entityId: seed.entityId ?? `PO-${made}`,
    };
  });
  for (const card of cards)
    await sql`
      WITH event AS (
        INSERT INTO events (id, digest, mode, source, type, entity_type, entity_id, entity_version, occurred_at, lane, content_hash)
        VALUES (${card.eventId}, ${card.digest}, 'live', 'erp', ${card.type}, 'purchase_order', ${card.entityId},
                ${card.version ?? null}, clock_timestamp(), 'transactional', ${card.digest})
      )
      INSERT INTO deliveries (id, event_id, digest, channel, lane, person, address, locale, timezone, state)
      VALUES (${card.id}, ${card.eventId}, ${card.digest}, 'inapp', 'transactional', ${card.person}, 'u', 'en', 'UTC', 'queued')`;
  const items = cards.map((card) => ({
    id: card.id,
    logSeq: 0,
    templateVersion: 'v1',
    title: card.title ?? `Purchase order ${card.entityId} was approved`,
    body: card.body ?? 'It may be sent to the supplier.',
    url: card.url ?? null,
    collapseGroup: card.type,
  }));
  if ((await deliverInApp(sql, items)).size < items.length) throw new Error('not all could be delivered');
  return cards.map((card) => card.id);
};
