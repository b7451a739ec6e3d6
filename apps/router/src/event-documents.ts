import {
  isConnectionError,
  MOST_AT_ONCE,
  type NewDocument,
  requestDocuments,
  type SettledWait,
  type Sql,
  settleWaits,
} from '@crier/db';
import { DOCUMENTS } from '@crier/queue';
import { createBatcher } from '@crier/runtime';

export interface EventDocuments {
  /** Writes down what deliveries are going to wait for, before they do: each is made once, whoever asks and however often. */
  request(documents: readonly NewDocument[]): Promise<void>;
  /** After the deliveries wait: those whose document is there already wait no longer, and are returned; they want jobs. */
  release(documentIds: readonly string[]): Promise<readonly SettledWait[]>;
}

/** The documents of events that are being routed; events that are routed at once share a statement. */
export const createEventDocuments = (
  sql: Sql,
  enqueue: (queue: string, ids: readonly string[]) => Promise<void>,
): EventDocuments => {
  const { submit } = createBatcher<readonly NewDocument[], readonly string[]>({
    maxBatch: 50,
    maxWeight: MOST_AT_ONCE,
    weigh: (documents) => documents.length,
    flights: 2,
    isShared: isConnectionError,
    run: async (asked) => {
      const fresh = new Set(await requestDocuments(sql, asked.flat()));
      await enqueue(DOCUMENTS, [...fresh]);
      return asked.map((documents) => documents.map(({ id }) => id));
    },
  });
  return {
    request: async (documents) => {
      if (documents.length > 0) await submit(documents);
    },
    release: async (ids) => {
      const settled: SettledWait[] = [];
      for await (const some of settleWaits(sql, ids)) settled.push(...some);
      return settled;
    },
  };
};
