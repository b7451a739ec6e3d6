import type { SqlOrTx } from '../client.js';

/** What came of one attempt to make a document; `attempts` is the count that was read before it. */
export interface FailedAttempt {
  readonly id: string;
  readonly attempts: number;
  /** In words, without anything of the event's data. */
  readonly error: string;
}

/**
 * The document lies under `path`. From any state: that it exists is evidence, also when another worker has given it up meanwhile.
 * Commit this before `settleWaits`.
 */
export const markDocumentReady = async (
  sql: SqlOrTx,
  { id, path, bytes }: { id: string; path: string; bytes: number },
): Promise<void> => {
  await sql`
    UPDATE documents SET state = 'ready', path = ${path}, bytes = ${bytes}, error = NULL, ready_at = clock_timestamp()
    WHERE id = ${id} AND state <> 'ready'`;
};

/** Tries it again in `delayMs`. False: another attempt has been written down meanwhile, and this one counts for nothing. */
export const retryDocumentLater = async (
  sql: SqlOrTx,
  { id, attempts, error }: FailedAttempt,
  delayMs: number,
): Promise<boolean> => {
  const rows = await sql`
    UPDATE documents SET attempts = attempts + 1, error = ${error},
           due_at = clock_timestamp() + ${delayMs} * interval '1 ms'
    WHERE id = ${id} AND state = 'pending' AND attempts = ${attempts} RETURNING id`;
  return rows.length > 0;
};

/**
 * It has failed for good. `refused`: what it is made from does not do, so that nobody tries it again by itself (R-8.3a). False as
 * above. Commit this before `settleWaits`.
 */
export const failDocument = async (
  sql: SqlOrTx,
  { id, attempts, error, refused }: FailedAttempt & { readonly refused: boolean },
): Promise<boolean> => {
  const rows = await sql`
    UPDATE documents SET state = 'failed', attempts = attempts + 1, error = ${error}, refused = ${refused}
    WHERE id = ${id} AND state = 'pending' AND attempts = ${attempts} RETURNING id`;
  return rows.length > 0;
};

/** Its file is gone from the store: it counts as failed, so that a replay of those who need it makes it anew. */
export const loseDocument = async (sql: SqlOrTx, id: string): Promise<void> => {
  await sql`
    UPDATE documents SET state = 'failed', error = 'its file is gone from the store, or can''t be read there' WHERE id = ${id} AND state = 'ready'`;
};

/** Its file is gone, and somebody wants to read it whose message went out long ago: it is made anew, and no message moves. */
export const remakeDocument = async (sql: SqlOrTx, id: string): Promise<void> => {
  await sql`
    UPDATE documents SET state = 'pending', attempts = 0, due_at = now(), requested_at = now()
    WHERE id = ${id} AND state = 'ready'`;
};
