import type { SqlOrTx } from '../client.js';

/**
 * An operator's correction of the address that a dead delivery goes to when it is replayed; logged without the
 * address. False when it is not dead, or the person has been erased: nothing is done then.
 */
export const correctAddress = async (
  sql: SqlOrTx,
  { id, address, operator }: { id: string; address: string; operator: string },
): Promise<boolean> => {
  const rows = await sql`
    WITH moved AS (
      UPDATE deliveries SET address = ${address} WHERE id = ${id} AND state = 'dead' AND address IS NOT NULL RETURNING id
    ), audited AS (
      INSERT INTO audit_log (actor, action, subject) SELECT ${operator}, 'address_corrected', id::text FROM moved
    )
    SELECT FROM moved`;
  return rows.length > 0;
};
