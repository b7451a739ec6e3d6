import { isConnectionError, readPushTokens, type Sql } from '@crier/db';
import { openSeal, type Settings } from '@crier/domain';
import { createBatcher, type Logger } from '@crier/runtime';

/**
 * Devices' tokens, opened; undefined for one that is no more, or that no key opens: nobody can reach that device until it
 * registers again, and the log says so. Concurrent readers share a statement (R-10.6).
 */
export const createPushTokens = (
  sql: Sql,
  settings: Settings,
  log: Logger,
): ((id: string) => Promise<string | undefined>) => {
  const keys = settings.CRIER_ENCRYPTION_KEY ?? [];
  const open = (id: string, sealed: Uint8Array): string | undefined => {
    try {
      return openSeal(keys, sealed);
    } catch (error) {
      log.error({ tokenId: id, err: (error as Error).message }, 'a device’s token can’t be opened');
      return undefined;
    }
  };
  return createBatcher<string, string | undefined>({
    maxBatch: 50,
    flights: 2,
    isShared: isConnectionError,
    run: async (ids) => {
      const found = await readPushTokens(sql, ids);
      return ids.map((id) => {
        const token = found.get(id);
        return token && open(id, token.sealed);
      });
    },
  }).submit;
};
