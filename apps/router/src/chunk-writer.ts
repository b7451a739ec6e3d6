import {
  assertNoCollision,
  isConnectionError,
  type RoutedChunk,
  type Sql,
  type StoredChunk,
  storeRouting,
} from '@crier/db';
import { type Batcher, createBatcher } from '@crier/runtime';

/**
 * Writes chunks of concurrent events in shared commits. A delivery that was there before must be the same delivery: its
 * digest is compared, and a stranger under its id raises an alarm instead of passing for a duplicate.
 */
export const createChunkWriter = (
  sql: Sql,
  documentWaitMs: number,
  onAlarm: (error: Error) => void,
): Batcher<RoutedChunk, StoredChunk> =>
  createBatcher({
    maxBatch: 20,
    flights: 2,
    isShared: isConnectionError,
    run: async (chunks) => {
      const stored = await storeRouting(sql, chunks, { documentWaitMs });
      const created = new Set(stored.flatMap((chunk) => chunk.created.map((d) => d.id)));
      const moved = new Set(stored.filter((chunk) => chunk.moved).map((chunk) => chunk.eventId));
      const there = chunks
        .filter((c) => moved.has(c.eventId))
        .flatMap((c) => c.deliveries.filter((d) => !created.has(d.id)));
      // The chunks are written: whatever is found now, they must not be written again.
      await assertNoCollision(sql, there).catch(onAlarm);
      return stored;
    },
  });
