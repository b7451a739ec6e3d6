import { createHash, randomUUID } from 'node:crypto';
import { ensurePeople, insertEvents, type NewEvent, type Sql, storeRouting } from '@crier/db';
import { deliveryIdentity, eventIdentity, type Lane, parseInstant } from '@crier/domain';
import type { TypeCatalog } from '@crier/templates';

export interface LetterSeed {
  readonly reason: string;
  /** A notification type of the catalog, whose fixture is the event; default purchase_order.approved. */
  readonly type?: string;
  /** Takes the place of the fixture's data. */
  readonly data?: object;
  readonly entityId?: string;
  readonly minutesAgo?: number;
  readonly expired?: boolean;
  readonly lane?: Lane;
  /** How recipients stand in the event: named by id alone, or inline with their address. */
  readonly inline?: boolean;
}

const eventOf = (catalog: TypeCatalog, seed: LetterSeed, recipients: readonly unknown[]) => {
  const { type = 'purchase_order.approved', lane = 'transactional' } = seed;
  const fixture = catalog.types.get(type)?.fixture;
  const occurredAt = `${new Date().toISOString().slice(0, 19)}.${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}Z`;
  const at = parseInstant(occurredAt);
  if (fixture === undefined || 'problem' in at) throw new Error(`no event of ${type}`);
  const { type: entityType, id } = fixture.entity;
  const entityId = seed.entityId ?? `${id}-${randomUUID().slice(0, 4)}`;
  const identity = { mode: 'live', source: 'erp', type, entityType, entityId, occurredAt: at.micros } as const;
  const body = JSON.stringify({ data: seed.data ?? fixture.data, recipients });
  const event: NewEvent = {
    ...identity,
    ...eventIdentity(identity),
    entityVersion: fixture.entity.version,
    occurredAt,
    lane,
    expiresAt: null,
    contentHash: createHash('sha256').update(body).digest(),
    traceparent: null,
    body,
  };
  return { identity, event };
};

/** Moves deliveries to their end as dead, with one attempt that failed. */
const kill = async (sql: Sql, ids: readonly string[], { reason, minutesAgo = 0, expired = false }: LetterSeed) => {
  const asked = ids as string[];
  await sql`
    UPDATE deliveries SET state = 'dead', reason = ${reason}, attempts = 6, log_seq = log_seq + 1, provider = 'ses',
      last_error_code = 'Throttling', expires_at = CASE WHEN ${expired} THEN now() - interval '1 min' END
    WHERE id = ANY(${asked}::uuid[])`;
  await sql`DELETE FROM work WHERE delivery_id = ANY(${asked}::uuid[])`;
  await sql`
    INSERT INTO attempts (id, seq, provider, provider_status, code, message, result)
    SELECT id, log_seq, 'ses', 400, 'Throttling', 'Maximum sending rate exceeded.', 'transient' FROM deliveries WHERE id = ANY(${asked}::uuid[])`;
  await sql`
    INSERT INTO dead_letters (delivery_id, event_id, reason, opened_at)
    SELECT id, event_id, ${reason}, now() - ${minutesAgo} * interval '1 min' FROM deliveries WHERE id = ANY(${asked}::uuid[])
    ON CONFLICT (delivery_id) DO UPDATE SET reason = excluded.reason, opened_at = excluded.opened_at, closed_at = NULL, closed_by = NULL`;
};

/**
 * Dead letters as routing and sending leave them, of one event: a delivery by email for each of `count` people, its failed
 * attempts, its reason. Returns the deliveries' ids.
 */
export const seedLetters = async (
  sql: Sql,
  catalog: TypeCatalog,
  count: number,
  seed: LetterSeed,
): Promise<string[]> => {
  const people = Array.from({ length: count }, (_, n) => `u-${n + 1}`);
  const recipients = people.map((id) => (seed.inline === false ? id : { id, email: `${id}@example.com` }));
  const { identity, event } = eventOf(catalog, seed, recipients);
  await insertEvents(sql, [event]);
  const numbers = await ensurePeople(sql, people);
  const deliveries = people.map((recipientId) => ({
    ...deliveryIdentity(identity, { channel: 'email', recipientId }),
    channel: 'email',
    person: numbers.get(recipientId) ?? 0,
    address: `${recipientId}@example.com`,
    name: 'Asha Gurung',
    locale: 'en',
    timezone: 'Asia/Kathmandu',
    documentId: null,
  }));
  const { id: eventId, lane, expiresAt, entityVersion } = event;
  const chunk = {
    eventId,
    lane,
    expiresAt,
    entityVersion,
    revision: 0,
    from: 0,
    to: count,
    last: true,
    decisionSets: [],
  };
  await storeRouting(sql, [{ ...chunk, deliveries }]);
  const ids = deliveries.map(({ id }) => id);
  await kill(sql, ids, seed);
  return ids;
};
