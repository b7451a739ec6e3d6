import {
  insertEvents,
  isConnectionError,
  readContent,
  readContentHashes,
  type Sql,
  type StoredContent,
} from '@crier/db';
import { differingPointers, type Json } from '@crier/domain';
import { type Batcher, createBatcher } from '@crier/runtime';
import type { EventToStore } from './event-to-store.js';

export type Stored =
  | { readonly kind: 'new' }
  | { readonly kind: 'duplicate' }
  /** The same key with other content; where it differs. */
  | { readonly kind: 'conflict'; readonly pointers: readonly string[] };

const MAX_BATCH = 500;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Another event lies under this id: a digest collision, never a duplicate. */
class EventIdCollision extends Error {
  override readonly name = 'EventIdCollision';
}

const conflict = async (sql: Sql, event: EventToStore): Promise<Stored> => {
  const stored = await readContent(sql, event.row.id);
  const pointers =
    stored === undefined ? [''] : differingPointers(stored as unknown as Json, event.content as unknown as Json);
  return { kind: 'conflict', pointers };
};

const compare = (
  sql: Sql,
  event: EventToStore,
  first: Pick<StoredContent, 'digest' | 'contentHash'>,
): Stored | Promise<Stored> => {
  if (!first.digest.equals(event.row.digest)) throw new EventIdCollision(`another event has the id ${event.row.id}`);
  return first.contentHash.equals(event.row.contentHash) ? { kind: 'duplicate' } : conflict(sql, event);
};

const storeBatch = async (sql: Sql, events: readonly EventToStore[]): Promise<Stored[]> => {
  const firstOf = new Map<string, EventToStore>();
  for (const event of events) if (!firstOf.has(event.row.id)) firstOf.set(event.row.id, event);
  const fresh = await insertEvents(
    sql,
    [...firstOf.values()].map((event) => event.row),
  );
  const older = [...firstOf.keys()].filter((id) => !fresh.has(id));
  const stored = new Map((older.length === 0 ? [] : await readContentHashes(sql, older)).map((row) => [row.id, row]));
  return Promise.all(
    events.map((event): Stored | Promise<Stored> => {
      const first = firstOf.get(event.row.id) as EventToStore;
      if (event === first && fresh.has(event.row.id)) return { kind: 'new' };
      return compare(sql, event, stored.get(event.row.id) ?? first.row);
    }),
  );
};

/**
 * Stores events so that concurrent requests share a commit, and each is answered after its own. One flush is in
 * flight and the next gathers meanwhile. The same event twice in a flush is folded by id; a poisoned row fails alone.
 */
export const createEventStore = (sql: Sql): Batcher<EventToStore, Stored> =>
  createBatcher({
    maxBatch: MAX_BATCH,
    maxWeight: MAX_BATCH_BYTES,
    weigh: (event) => event.row.body.length,
    flights: 1,
    isShared: isConnectionError,
    run: (events) => storeBatch(sql, events),
  });
