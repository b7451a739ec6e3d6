import {
  type Acceptance,
  type BeginSending,
  type BegunSending,
  beginSending,
  type DeliveryWithEvent,
  deliverInApp,
  type EventForSending,
  type FailOver,
  failOver,
  type InAppDelivery,
  isConnectionError,
  type LoadedDelivery,
  loadDeliveries,
  loadDeliveriesWithEvents,
  readEventsForSending,
  recordAccepted,
  renewLeases,
  type Sql,
  type Transition,
  transitionDeliveries,
} from '@crier/db';
import { createBatcher } from '@crier/runtime';
import { LRUCache } from 'lru-cache';
import type { DeliveryRecord } from './sender-deps.js';

const EVENT_CACHE_BYTES = 64 * 1024 * 1024;
const FLIGHTS = 2;

/** What an event's id and its deliveries' have in common; one event in thousands shares it with another of the same millisecond. */
const frontOf = (id: string): string => id.slice(0, 18);

const byId = <T extends { readonly id: string }>(rows: readonly T[], ids: readonly string[]): (T | undefined)[] => {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
};

/**
 * The record behind batchers: concurrent deliveries share a read, a claim, a transition and its commit. Whatever
 * came together goes together: a statement for fifty costs a third of four for twelve each (docs/decisions/0009).
 */
export const createDeliveryRecord = (sql: Sql, options: { concurrency: number; leaseMs: number }): DeliveryRecord => {
  const maxBatch = options.concurrency;
  const batched = <I, O>(run: (items: readonly I[]) => Promise<readonly O[]>) =>
    createBatcher<I, O>({ maxBatch, flights: FLIGHTS, isShared: isConnectionError, run }).submit;
  const idsOf = (items: readonly { readonly id: string }[]) => items.map((item) => item.id);

  const readEvent = batched<string, EventForSending | undefined>(async (ids) =>
    byId(await readEventsForSending(sql, ids), ids),
  );
  const events = new LRUCache<string, EventForSending>({
    maxSize: EVENT_CACHE_BYTES,
    sizeCalculation: (event) => event.bytes + 500,
  });
  const withEvent = async (delivery: LoadedDelivery): Promise<DeliveryWithEvent | undefined> => {
    const known = events.get(frontOf(delivery.id));
    const event = known?.id === delivery.eventId ? known : await readEvent(delivery.eventId);
    return event && { delivery, event };
  };
  /** Deliveries of a known event are read alone, those of a new one together with it. */
  const load = async (ids: readonly string[]): Promise<(DeliveryWithEvent | undefined)[]> => {
    const known = ids.filter((id) => events.has(frontOf(id)));
    const fresh = ids.filter((id) => !events.has(frontOf(id)));
    const [alone, together] = await Promise.all([
      known.length === 0 ? [] : loadDeliveries(sql, known),
      fresh.length === 0 ? [] : loadDeliveriesWithEvents(sql, fresh),
    ]);
    for (const { delivery, event } of together) events.set(frontOf(delivery.id), event);
    const found = [...(await Promise.all(alone.map(withEvent))), ...together].flatMap((pair) => pair ?? []);
    const pairs = new Map(found.map((pair) => [pair.delivery.id, pair]));
    return ids.map((id) => pairs.get(id));
  };

  return {
    load: batched<string, DeliveryWithEvent | undefined>(load),
    beginSending: batched<BeginSending, BegunSending | undefined>(async (items) =>
      byId(await beginSending(sql, items, options.leaseMs), idsOf(items)),
    ),
    failOver: batched<FailOver, boolean>(async (items) => {
      const mine = await failOver(sql, items, options.leaseMs);
      return items.map((item) => mine.has(item.id));
    }),
    renewLease: batched<{ id: string; token: string }, boolean>(async (items) => {
      const mine = await renewLeases(sql, items, options.leaseMs);
      return items.map((item) => mine.has(item.id));
    }),
    accepted: batched<Acceptance, boolean>(async (items) => {
      const moved = await recordAccepted(sql, items);
      return items.map((item) => moved.has(item.id));
    }),
    deliverInApp: batched<InAppDelivery, boolean>(async (items) => {
      const mine = await deliverInApp(sql, items);
      return items.map((item) => mine.has(item.id));
    }),
    move: batched<Transition, boolean>(async (items) => {
      const moved = await transitionDeliveries(sql, items);
      return items.map((item) => moved.has(item.id));
    }),
  };
};
