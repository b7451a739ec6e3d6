import {
  ensurePeople,
  isConnectionError,
  type KnownRecipient,
  lookUpRecipients,
  MOST_AT_ONCE,
  type Sql,
} from '@crier/db';
import { createBatcher } from '@crier/runtime';

export type PersonNumbers = ReadonlyMap<string, number>;

export interface RecipientBook {
  /** Number and directory entry of each id. */
  lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, KnownRecipient>>;
  /** Numbers for ids that have none yet. */
  number(ids: readonly string[]): Promise<PersonNumbers>;
}

/** What the router asks about people; events that are routed at once share their statements. */
export const createRecipientBook = (sql: Sql): RecipientBook => {
  const shared = <R>(ask: (ids: readonly string[]) => Promise<R>) =>
    createBatcher<readonly string[], R>({
      maxBatch: 50,
      maxWeight: MOST_AT_ONCE,
      weigh: (ids) => ids.length,
      flights: 2,
      isShared: isConnectionError,
      run: async (asked) => {
        const answer = await ask(asked.flat());
        return asked.map(() => answer);
      },
    }).submit;
  return { lookUp: shared((ids) => lookUpRecipients(sql, ids)), number: shared((ids) => ensurePeople(sql, ids)) };
};
