import { isConnectionError, readPushTokens, type Sql } from '@crier/db';
import { openSeal, type Settings } from '@crier/domain';
import { createBatcher } from '@crier/runtime';

/** Devices' tokens, opened; undefined for one that is no more. Concurrent readers share a statement (R-10.6). */
export const createPushTokens = (sql: Sql, settings: Settings): ((id: string) => Promise<string | undefined>) => {
  const keys = settings.CRIER_ENCRYPTION_KEY ?? [];
  return createBatcher<string, string | undefined>({
    maxBatch: 50,
    flights: 2,
    isShared: isConnectionError,
    run: async (ids) => {
      const found = await readPushTokens(sql, ids);
      return ids.map((id) => {
        const token = found.get(id);
        return token && openSeal(keys, token.sealed);
      });
    },
  }).submit;
};
