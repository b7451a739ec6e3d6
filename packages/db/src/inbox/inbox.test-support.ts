import { deliveryIdentity, eventIdentity, parseInstant } from '@crier/domain';
import type { Sql } from '../client.js';
import { insertEvents } from '../events/insert-events.js';
import { newChunk, newDelivery, newEvent, TODAY } from '../record.test-support.js';
import { ensurePeople } from '../routing/people.js';
import { storeRouting } from '../routing/store-routing.js';
import type { InAppDelivery } from './deliver-in-app.js';

export interface CardSeed {
  readonly recipient?: string;
  readonly type?: string;
  readonly entityId?: string;
  readonly version?: number | null;
  readonly occurredAt?: string;
  readonly title?: string;
  readonly collapseGroup?: string;
}

let made = 0;

/** Today, so many microseconds after midnight. */
export const todayAt = (micros: number): string => TODAY.replace('.123456', `.${String(micros).padStart(6, '0')}`);

/** A stored, routed and queued in-app delivery, and what the sender would call with. Two of one event must differ in something. */
export const seedCard = async (sql: Sql, seed: CardSeed = {}): Promise<InAppDelivery> => {
  made += 1;
  const { recipient = 'u-1', type = 'purchase_order.approved', entityId = `PO-${made}`, version = null } = seed;
  const occurredAt = seed.occurredAt ?? todayAt(made);
  const event = { ...newEvent({ entityId, occurredAt }), type, entityVersion: version };
  const at = parseInstant(occurredAt);
  if ('problem' in at) throw new Error(`${occurredAt} is no instant`);
  const { source, entityType } = event;
  const identity = { mode: 'live', source, type, entityType, entityId, occurredAt: at.micros } as const;
  const own = { ...event, ...eventIdentity(identity) };
  await insertEvents(sql, [own]);
  const person = (await ensurePeople(sql, [recipient])).get(recipient) as number;
  const delivery = {
    ...newDelivery(own, recipient, person, 'inapp'),
    ...deliveryIdentity(identity, { channel: 'inapp', recipientId: recipient }),
  };
  await storeRouting(sql, [newChunk(own, { deliveries: [delivery] })]);
  return {
    id: delivery.id,
    logSeq: 0,
    templateVersion: 'v1',
    title: seed.title ?? `${entityId} ${version}`,
    body: 'It was approved.',
    url: null,
    collapseGroup: seed.collapseGroup ?? type,
  };
};

/** The number of a recipient. */
export const personOf = async (sql: Sql, recipient = 'u-1'): Promise<number> =>
  (await ensurePeople(sql, [recipient])).get(recipient) as number;
