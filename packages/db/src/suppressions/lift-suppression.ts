import type { Sql } from '../client.js';
import { audit } from '../ops/audit.js';

/**
 * Takes an address off the suppression list; the row stays, so that old evidence can't bring it back. Audited with `by`. What the
 * person said stands: where a STOP lay under a bounce or a complaint, the address goes on standing for that. False if there is no such suppression, or it was lifted before.
 */
export const liftSuppression = (sql: Sql, id: string, by: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    const [lifted] = await tx<{ channel: string; reason: string }[]>`
      UPDATE suppressions SET lifted_at = clock_timestamp(), lifted_by = ${by}
      WHERE id = ${id}::uuid AND lifted_at IS NULL RETURNING channel, reason`;
    if (lifted === undefined) return false;
    const { channel, reason } = lifted;
    await tx`
      INSERT INTO suppressions (channel, address, reason, evidence_at, opted_out_at)
      SELECT channel, address, 'unsubscribed', opted_out_at, opted_out_at FROM suppressions
      WHERE id = ${id}::uuid AND reason <> 'unsubscribed' AND opted_out_at IS NOT NULL`;
    await audit(tx, { actor: by, action: 'suppression_lifted', subject: id, detail: { channel, reason } });
    return true;
  });
