import { isConnectionError, type RoutableEvent, readRoutableEvents, type Sql } from '@crier/db';
import { type Batcher, createBatcher } from '@crier/runtime';

/** Reads an event with its body and its fan-out's place; undefined when it is routed already. Concurrent readers share a statement. */
export const createEventReader = (sql: Sql): Batcher<string, RoutableEvent | undefined> =>
  createBatcher({
    maxBatch: 50,
    flights: 2,
    isShared: isConnectionError,
    run: async (ids) => {
      const byId = new Map((await readRoutableEvents(sql, ids)).map((event) => [event.id, event]));
      return ids.map((id) => byId.get(id));
    },
  });
