import { createHash, randomUUID } from 'node:crypto';
import { deliveryIdentity, type EventIdentity, eventIdentity, parseInstant } from '@crier/domain';
import type { Sql, SqlOrTx } from './client.js';
import { beginSending } from './deliveries/begin-sending.js';
import { type Replayed, type ReplayLimits, replayDeliveries } from './deliveries/replay-deliveries.js';
import { transitionDeliveries } from './deliveries/transition-deliveries.js';
import { insertEvents, type NewEvent } from './events/insert-events.js';
import { ensurePeople } from './routing/people.js';
import { type NewDelivery, type RoutedChunk, storeRouting } from './routing/store-routing.js';

let made = 0;

/** An instant of today, with microseconds: partitions are made around the day on which tests run. */
export const TODAY = `${new Date().toISOString().slice(0, 10)}T00:00:00.123456Z`;

export interface EventSeed {
  readonly entityId?: string;
  readonly occurredAt?: string;
  readonly lane?: string;
  readonly expiresAt?: string;
  readonly recipients?: readonly unknown[];
  readonly body?: string;
}

const identityOf = (event: NewEvent): EventIdentity => {
  const at = parseInstant(event.occurredAt);
  if ('problem' in at) throw new Error(`${event.occurredAt} is no instant`);
  const { source, type, entityType, entityId } = event;
  return { mode: 'live', source, type, entityType, entityId, occurredAt: at.micros };
};

/** An event that nobody has stored yet; its id is derived as the real ones are. */
export const newEvent = (seed: EventSeed = {}): NewEvent => {
  const body = seed.body ?? JSON.stringify({ data: {}, recipients: seed.recipients ?? [] });
  const event: NewEvent = {
    id: '',
    digest: Buffer.alloc(0),
    mode: 'live',
    source: 'erp',
    type: 'purchase_order.approved',
    entityType: 'purchase_order',
    entityId: seed.entityId ?? `PO-${++made}`,
    entityVersion: null,
    occurredAt: seed.occurredAt ?? TODAY,
    lane: seed.lane ?? 'transactional',
    expiresAt: seed.expiresAt ?? null,
    contentHash: createHash('sha256').update(body).digest(),
    traceparent: null,
    body,
  };
  return { ...event, ...eventIdentity(identityOf(event)) };
};

export const newDelivery = (event: NewEvent, recipientId: string, person: number, channel = 'email'): NewDelivery => ({
  ...deliveryIdentity(identityOf(event), { channel, recipientId }),
  channel,
  person,
  address: `${recipientId}@example.com`,
  name: recipientId.toUpperCase(),
  locale: 'en',
  timezone: 'UTC',
  documentId: null,
});

/** A chunk of an event: by default all of it. */
export const newChunk = (event: NewEvent, change: Partial<RoutedChunk> = {}): RoutedChunk => ({
  eventId: event.id,
  lane: event.lane,
  expiresAt: event.expiresAt,
  entityVersion: event.entityVersion,
  revision: 0,
  from: 0,
  to: change.deliveries?.length ?? 0,
  last: true,
  deliveries: [],
  decisionSets: [],
  ...change,
});

/** A stored and routed event with a queued delivery for each of `count` people `u-1`, `u-2` and so on; ids sorted. */
export const seedDeliveries = async (
  sql: Sql,
  count: number,
  seed: EventSeed & { channel?: string } = {},
): Promise<{ event: NewEvent; ids: string[] }> => {
  const names = Array.from({ length: count }, (_, n) => `u-${n + 1}`);
  const event = newEvent({ recipients: names.map((id) => ({ id, email: `${id}@example.com` })), ...seed });
  await insertEvents(sql, [event]);
  const people = await ensurePeople(sql, names);
  const deliveries = names.map((name) => newDelivery(event, name, people.get(name) as number, seed.channel));
  await storeRouting(sql, [newChunk(event, { deliveries })]);
  return { event, ids: deliveries.map((d) => d.id).sort() };
};

/** One queued delivery. */
export const seedDelivery = async (sql: Sql, seed: EventSeed & { channel?: string } = {}): Promise<string> =>
  (await seedDeliveries(sql, 1, seed)).ids[0] as string;

/** How many verdicts each of these deliveries has had. */
const logSeqs = async (sql: Sql, ids: readonly string[]): Promise<(id: string) => number> => {
  const rows = await sql<
    { id: string; n: number }[]
  >`SELECT id, log_seq AS n FROM deliveries WHERE id = ANY(${ids as string[]}::uuid[])`;
  const found = new Map(rows.map((row) => [row.id, row.n]));
  return (id) => found.get(id) ?? 0;
};

/** Moves deliveries to `sending`; the token is the same for all. */
export const startSending = async (sql: Sql, ids: readonly string[], leaseMs = 60_000): Promise<string> => {
  const token = randomUUID();
  const logSeq = await logSeqs(sql, ids);
  const items = ids.map((id) => ({ id, token, templateVersion: 'v1', provider: 'ses', logSeq: logSeq(id) }));
  const begun = await beginSending(sql, items, leaseMs);
  if (!begun.every((b) => b.won) || begun.length < ids.length) throw new Error('not all could be started');
  return token;
};

/** Moves queued deliveries to their end as `dead`. */
export const bury = async (sql: Sql, ids: readonly string[], reason = 'rejected'): Promise<Set<string>> => {
  const logSeq = await logSeqs(sql, ids);
  const end = { to: 'dead', reason, dueInMs: 0, entry: null } as const;
  return transitionDeliveries(
    sql,
    ids.map((id) => ({ id, guard: { kind: 'open', logSeq: logSeq(id) }, ...end })),
  );
};

/** An operator's replay where no type's category counts. */
export const replay = (
  sql: SqlOrTx,
  ids: readonly string[],
  operator: string,
  limits: Partial<ReplayLimits> = {},
): Promise<Replayed[]> => replayDeliveries(sql, ids, operator, { categories: new Map(), ...limits });

/** A delivery's row as it is stored. */
export const rowOf = async (sql: Sql, id: string) => {
  const [row] = await sql<Record<string, unknown>[]>`SELECT * FROM deliveries WHERE id = ${id}`;
  if (row === undefined) throw new Error(`there is no delivery ${id}`);
  return row;
};

/** Milliseconds until a delivery is due, or undefined when it has no work row. */
export const dueInMs = async (sql: Sql, id: string): Promise<number | undefined> => {
  const [row] = await sql<
    { ms: number }[]
  >`SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms FROM work WHERE delivery_id = ${id}`;
  return row?.ms;
};

/** A delivery's attempt log in order. */
export const logOf = (sql: Sql, id: string) =>
  sql<{ seq: number; provider: string | null; code: string | null; message: string | null; result: string }[]>`
    SELECT seq, provider, code, message, result FROM attempts WHERE id = ${id} ORDER BY seq`;

/** A delivery's dead letter. */
export const deadLetterOf = async (sql: Sql, id: string) => {
  const [row] = await sql<
    { reason: string; open: boolean; closed_by: string | null }[]
  >`SELECT reason, closed_at IS NULL AS open, closed_by FROM dead_letters WHERE delivery_id = ${id}`;
  return row;
};
