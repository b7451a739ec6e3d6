import type { SqlOrTx } from '../client.js';
import { isReplayable } from './replay-deliveries.js';

/**
 * An operator's correction of the address that a delivery goes to when it is replayed; logged without the
 * address. False when it has no open dead letter, or the person has been erased: nothing is done then.
 */
export const correctAddress = async (
  sql: SqlOrTx,
  { id, address, operator }: { id: string; address: string; operator: string },
): Promise<boolean> => {
  const rows = await sql`
    WITH moved AS (
      UPDATE deliveries d SET address = ${address} WHERE id = ${id} AND ${isReplayable(sql)} AND address IS NOT NULL RETURNING id
    ), audited AS (
      INSERT INTO audit_log (actor, action, subject) SELECT ${operator}, 'address_corrected', id::text FROM moved
    )
    SELECT FROM moved`;
  return rows.length > 0;
};
