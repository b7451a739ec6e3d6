import type { NewDocument, RoutableEvent, RoutedChunk, StoredChunk } from '@crier/db';
import {
  type Channel,
  type EventIdentity,
  type EventRecipient,
  type Lane,
  type METRICS,
  type PlannedDelivery,
  parseInstant,
  type RoutingRules,
  recipientId,
  routeRecipients,
  type Suppression,
  servedKey,
} from '@crier/domain';
import { channelQueue } from '@crier/queue';
import type { Metrics, Tracer } from '@crier/runtime';
import { decisionSets } from './decision-sets.js';
import type { EventDocuments } from './event-documents.js';
import type { PersonNumbers, RecipientBook } from './recipient-book.js';

export interface RouteDeps {
  readonly readEvent: (id: string) => Promise<RoutableEvent | undefined>;
  readonly readServed: (
    eventId: string,
  ) => Promise<readonly { channel: string; address: string; recipientId: string }[]>;
  readonly book: RecipientBook;
  readonly documents: EventDocuments;
  readonly storeChunk: (chunk: RoutedChunk) => Promise<StoredChunk>;
  readonly enqueue: (queue: string, ids: readonly string[]) => Promise<void>;
  readonly rulesOf: (type: string) => RoutingRules | undefined;
  readonly defaults: { readonly locale: string; readonly timezone: string };
  readonly metrics: Metrics<typeof METRICS>;
  readonly tracer: Tracer;
  readonly nowMs: () => number;
}

/** Recipients of one commit: small enough that a critical event never waits for a long one. */
const CHUNK = 500;
const ROUNDS = 3;
/** A type that was taken away after its event came: every asked channel is decided `no_template`, email if none was asked. */
const GONE: RoutingRules = {
  channels: ['email'],
  hasTemplate: () => false,
  document: null,
  category: '',
  mandatory: false,
};

const identityOf = (event: RoutableEvent): EventIdentity => {
  const at = parseInstant(event.occurredAt);
  if ('problem' in at) throw new Error(`event ${event.id} has no readable instant`);
  return { ...event, occurredAt: at.micros };
};

/** Numbers of everybody a chunk names: those looked up with it, the new, and those in whose favour an earlier chunk decided. */
const numbersOf = async (
  book: RecipientBook,
  known: ReadonlyMap<string, { n: number | null }>,
  suppressions: readonly Suppression[],
): Promise<PersonNumbers> => {
  const numbers = new Map([...known].flatMap(([id, { n }]) => (n === null ? [] : [[id, n] as const])));
  const named = [...known.keys(), ...suppressions.flatMap((s) => s.inFavourOf ?? [])];
  const missing = named.filter((id) => !numbers.has(id));
  return missing.length === 0 ? numbers : new Map([...numbers, ...(await book.number(missing))]);
};

/** A delivery of nobody would be sent and never be found again. */
const numberIn = (numbers: PersonNumbers, id: string): number => {
  const n = numbers.get(id);
  if (n === undefined) throw new Error('a recipient has no number');
  return n;
};

const documentsFor = (eventId: string, deliveries: readonly PlannedDelivery[]): NewDocument[] => [
  ...new Map(
    deliveries.flatMap(({ document }) => (document ? [[document.id, { eventId, ...document }]] : [])),
  ).values(),
];

const routeChunk = async (
  deps: RouteDeps,
  event: RoutableEvent,
  all: readonly EventRecipient[],
  from: number,
  served: Map<string, string>,
): Promise<StoredChunk> => {
  const recipients = all.slice(from, from + CHUNK);
  const identity = identityOf(event);
  const known = await deps.book.lookUp(recipients.map(recipientId));
  const { deliveries, suppressions } = routeRecipients({
    event: identity,
    eventChannels: (event.content?.channels as readonly Channel[] | undefined) ?? null,
    rules: deps.rulesOf(event.type) ?? GONE,
    recipients,
    known,
    defaults: deps.defaults,
    served,
  });
  const numbers = await numbersOf(deps.book, known, suppressions);
  const documents = documentsFor(event.id, deliveries);
  await deps.documents.request(documents);
  const stored = await deps.storeChunk({
    eventId: event.id,
    lane: event.lane,
    revision: event.revision,
    expiresAt: event.expiresAt,
    entityVersion: event.entityVersion,
    from,
    to: from + recipients.length,
    last: from + recipients.length >= all.length,
    deliveries: deliveries.map((d) => ({
      ...d,
      person: numberIn(numbers, d.recipientId),
      documentId: d.document?.id ?? null,
    })),
    decisionSets: decisionSets(identity, from, suppressions, numbers),
  });
  if (stored.moved) for (const s of suppressions) deps.metrics.count('crier_suppressed_total', { reason: s.reason });
  return stored;
};

const enqueueCreated = async (deps: RouteDeps, lane: Lane, { created }: StoredChunk): Promise<void> => {
  const waitedFor = new Set(created.flatMap(({ documentId }) => documentId ?? []));
  const released = await deps.documents.release([...waitedFor]);
  const due = [...created.filter((d) => d.documentId === null), ...released.filter((d) => d.state === 'queued')];
  const channels = new Set(due.map((d) => d.channel));
  const idsOf = (channel: string) => due.filter((d) => d.channel === channel).map((d) => d.id);
  await Promise.all(
    [...channels].map((channel) => deps.enqueue(channelQueue(channel as Channel, lane), idsOf(channel))),
  );
};

const routeFrom = async (deps: RouteDeps, event: RoutableEvent): Promise<boolean> => {
  const recipients = event.content?.recipients ?? [];
  const served = new Map<string, string>();
  if (event.cursor > 0)
    for (const row of await deps.readServed(event.id))
      served.set(servedKey(row.channel as Channel, row.address), row.recipientId);
  for (let from = event.cursor; ; from += CHUNK) {
    const stored = await routeChunk(deps, event, recipients, from, served);
    if (!stored.moved) return false;
    await enqueueCreated(deps, event.lane as Lane, stored);
    if (from + CHUNK >= recipients.length) return true;
  }
};

/** What the event waited for before: its commit to the relay's publication, and that to now. */
const traceWaiting = ({ tracer, nowMs }: RouteDeps, event: RoutableEvent, addedAtMs: number): void => {
  const options = { kind: 'internal', parent: event.traceparent, attributes: { 'crier.lane': event.lane } } as const;
  tracer.record('outbox', { ...options, fromMs: Date.parse(event.acceptedAt), toMs: addedAtMs });
  tracer.record('router queue', { ...options, fromMs: addedAtMs, toMs: nowMs() });
};

/**
 * Routes one event, chunk by chunk from where its cursor stands. Doing it twice, or by two routers at
 * once, creates nothing new: the cursor lets one of them write a chunk, and ids are keys. A chunk that was not written means
 * that the event has changed: it is read again, and what is not finished after a few rounds the relay brings up again.
 */
export const routeEvent = async (deps: RouteDeps, eventId: string, addedAtMs: number): Promise<void> => {
  for (let round = 0; round < ROUNDS; round++) {
    const event = await deps.readEvent(eventId);
    if (event === undefined) return;
    traceWaiting(deps, event, addedAtMs);
    const attributes = { 'crier.event.id': event.id, 'crier.type': event.type, 'crier.lane': event.lane };
    const options = { kind: 'consumer', parent: event.traceparent, attributes } as const;
    if (await deps.tracer.span('route', options, () => routeFrom(deps, event))) return;
  }
};
