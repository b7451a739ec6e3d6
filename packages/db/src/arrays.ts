import type { SqlOrTx } from './client.js';

const BOOL_ARRAY = 1000;
const BYTEA_ARRAY = 1001;

/** An array of bytes or of booleans as a parameter: postgres.js would take the type of the first element for that of the array. */
export const byteaArray = (sql: SqlOrTx, values: readonly Buffer[]) => sql.typed(values as Buffer[], BYTEA_ARRAY);
export const boolArray = (sql: SqlOrTx, values: readonly boolean[]) => sql.typed(values as boolean[], BOOL_ARRAY);
