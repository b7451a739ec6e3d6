import { isConnectionError, readCursors, readEventsWithContent, type Sql } from '@crier/db';
import { type Batcher, createBatcher } from '@crier/runtime';

export type RoutableEvent = Awaited<ReturnType<typeof readEventsWithContent>>[number] & { readonly cursor: number };

/** Reads an event with its body and its fan-out's place; undefined when it is routed already. Concurrent readers share a statement. */
export const createEventReader = (sql: Sql): Batcher<string, RoutableEvent | undefined> =>
  createBatcher({
    maxBatch: 50,
    flights: 2,
    isShared: isConnectionError,
    run: async (ids) => {
      const [events, cursors] = await Promise.all([readEventsWithContent(sql, ids), readCursors(sql, ids)]);
      const byId = new Map(events.map((event) => [event.id, event]));
      return ids.map((id) => {
        const event = byId.get(id);
        const cursor = cursors.get(id);
        return event === undefined || cursor === undefined ? undefined : { ...event, cursor };
      });
    },
  });
