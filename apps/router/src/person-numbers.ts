import { ensurePeople, isConnectionError, type Sql } from '@crier/db';
import { createBatcher } from '@crier/runtime';

/** The numbers of external ids, one statement for all events that ask at once. */
export const createPersonNumbers = (sql: Sql): ((ids: readonly string[]) => Promise<ReadonlyMap<string, number>>) => {
  const batcher = createBatcher<readonly string[], ReadonlyMap<string, number>>({
    maxBatch: 50,
    flights: 2,
    isShared: isConnectionError,
    run: async (asked) => {
      const numbers = await ensurePeople(sql, asked.flat());
      return asked.map(() => numbers);
    },
  });
  return (ids) => (ids.length === 0 ? Promise.resolve(new Map()) : batcher.submit(ids));
};
