import {
  type Acceptance,
  type BeginSending,
  type BegunSending,
  beginSending,
  type EventForSending,
  isConnectionError,
  type LoadedDelivery,
  loadDeliveries,
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

const byId = <T extends { readonly id: string }>(rows: readonly T[], ids: readonly string[]): (T | undefined)[] => {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
};

/**
 * The record behind batchers: concurrent deliveries share a read, a claim, a transition and its commit. A batch holds at
 * most a quarter of the concurrency, so that two are in flight while others render and send.
 */
export const createDeliveryRecord = (sql: Sql, options: { concurrency: number; leaseMs: number }): DeliveryRecord => {
  const maxBatch = Math.max(1, Math.ceil(options.concurrency / 4));
  const batched = <I, O>(run: (items: readonly I[]) => Promise<readonly O[]>) =>
    createBatcher<I, O>({ maxBatch, flights: FLIGHTS, isShared: isConnectionError, run }).submit;
  const idsOf = (items: readonly { readonly id: string }[]) => items.map((item) => item.id);

  const readEvent = batched<string, EventForSending | undefined>(async (ids) =>
    byId(await readEventsForSending(sql, ids), ids),
  );
  const events = new LRUCache<string, EventForSending>({
    maxSize: EVENT_CACHE_BYTES,
    sizeCalculation: (event) => event.bytes + 500,
    fetchMethod: (id) => readEvent(id),
  });

  return {
    load: batched<string, LoadedDelivery | undefined>(async (ids) => byId(await loadDeliveries(sql, ids), ids)),
    event: (id) => events.fetch(id),
    beginSending: batched<BeginSending, BegunSending | undefined>(async (items) =>
      byId(await beginSending(sql, items, options.leaseMs), idsOf(items)),
    ),
    renewLease: batched<{ id: string; token: string }, boolean>(async (items) => {
      const mine = await renewLeases(sql, items, options.leaseMs);
      return items.map((item) => mine.has(item.id));
    }),
    accepted: batched<Acceptance, boolean>(async (items) => {
      const moved = await recordAccepted(sql, items);
      return items.map((item) => moved.has(item.id));
    }),
    move: batched<Transition, boolean>(async (items) => {
      const moved = await transitionDeliveries(sql, items);
      return items.map((item) => moved.has(item.id));
    }),
  };
};
