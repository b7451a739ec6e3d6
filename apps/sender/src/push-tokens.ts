import { isConnectionError, readPushTokens, type Sql } from '@crier/db';
import { openSeal, type Settings } from '@crier/domain';
import { createBatcher, type Logger } from '@crier/runtime';

export type PushToken =
  | { readonly kind: 'open'; readonly token: string }
  /** Taken from the directory meanwhile. */
  | { readonly kind: 'gone' }
  /** No key of ours opens it: a fault of our configuration, which says nothing about the device. */
  | { readonly kind: 'sealed' };

/** Devices' tokens, opened (R-10.6). Concurrent readers share a statement. */
export const createPushTokens = (sql: Sql, settings: Settings, log: Logger): ((id: string) => Promise<PushToken>) => {
  const keys = settings.CRIER_ENCRYPTION_KEY ?? [];
  const open = (id: string, sealed: Uint8Array): PushToken => {
    try {
      return { kind: 'open', token: openSeal(keys, sealed) };
    } catch (error) {
      log.error({ tokenId: id, err: (error as Error).message }, 'a device’s token can’t be opened');
      return { kind: 'sealed' };
    }
  };
  return createBatcher<string, PushToken>({
    maxBatch: 50,
    flights: 2,
    isShared: isConnectionError,
    run: async (ids) => {
      const found = await readPushTokens(sql, ids);
      return ids.map((id) => {
        const token = found.get(id);
        return token === undefined ? { kind: 'gone' } : open(id, token.sealed);
      });
    },
  }).submit;
};
