import {
  insertEvents,
  isConnectionError,
  readContent,
  readContentHashes,
  type Sql,
  type StoredContent,
} from '@crier/db';
import { differingPointers, type Json } from '@crier/domain';
import { createBatcher } from '@crier/runtime';
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

type Settled = { readonly stored: Stored } | { readonly error: unknown };

const compare = async (
  sql: Sql,
  event: EventToStore,
  first: Pick<StoredContent, 'digest' | 'contentHash'>,
): Promise<Stored> => {
  if (!first.digest.equals(event.row.digest)) throw new EventIdCollision(`another event has the id ${event.row.id}`);
  return first.contentHash.equals(event.row.contentHash) ? { kind: 'duplicate' } : conflict(sql, event);
};

/** What lies under these ids already, or why that can't be said: asked for one by one, because the new ones are committed by now. */
const readOlder = async (sql: Sql, ids: readonly string[]): Promise<(id: string) => StoredContent> => {
  if (ids.length === 0) return gone;
  try {
    const rows = new Map((await readContentHashes(sql, ids)).map((row) => [row.id, row]));
    return (id) => rows.get(id) ?? gone(id);
  } catch (error) {
    return () => {
      throw error;
    };
  }
};

const gone = (id: string): never => {
  throw new Error(`the event ${id} was there and is gone`);
};

const storeBatch = async (sql: Sql, events: readonly EventToStore[]): Promise<Settled[]> => {
  const firstOf = new Map<string, EventToStore>();
  for (const event of events) if (!firstOf.has(event.row.id)) firstOf.set(event.row.id, event);
  const fresh = await insertEvents(
    sql,
    [...firstOf.values()].map((event) => event.row),
  );
  const older = await readOlder(
    sql,
    [...firstOf.keys()].filter((id) => !fresh.has(id)),
  );
  const settle = async (event: EventToStore): Promise<Stored> => {
    const { id } = event.row;
    const first = firstOf.get(id);
    if (!fresh.has(id)) return compare(sql, event, older(id));
    return event === first ? { kind: 'new' } : compare(sql, event, (first ?? event).row);
  };
  return Promise.all(
    events.map((event) =>
      settle(event).then(
        (stored) => ({ stored }),
        (error: unknown) => ({ error }),
      ),
    ),
  );
};

/**
 * Stores events so that concurrent requests share a commit, and each is answered after its own. One flush is in
 * flight and the next gathers meanwhile. The same event twice in a flush is folded by id; a poisoned row fails alone, and
 * whatever goes wrong after the commit is its own event's affair.
 */
export const createEventStore = (sql: Sql): ((event: EventToStore) => Promise<Stored>) => {
  const { submit } = createBatcher<EventToStore, Settled>({
    maxBatch: MAX_BATCH,
    maxWeight: MAX_BATCH_BYTES,
    weigh: (event) => event.row.body.length,
    flights: 1,
    isShared: isConnectionError,
    run: (events) => storeBatch(sql, events),
  });
  return async (event) => {
    const settled = await submit(event);
    if ('error' in settled) throw settled.error;
    return settled.stored;
  };
};
