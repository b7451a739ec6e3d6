import type { Channel } from '@crier/domain';
import type { Sql } from '../client.js';
import { audit } from '../ops/audit.js';

/** Somebody wants to hear from us again. */
export interface Resumption {
  readonly channel: Channel;
  readonly address: string;
  /** Who told us. */
  readonly provider: string;
  /** When they said so, RFC 3339: what they said later stands. */
  readonly at: string;
}

/**
 * Lifts what people themselves had put on the suppression list (`unsubscribed`), and nothing that a bounce or a complaint had.
 * Audited with the provider that told us. Saying it again changes nothing.
 */
export const resumeAddresses = (sql: Sql, items: readonly Resumption[]): Promise<void> =>
  sql.begin(async (tx) => {
    for (const { channel, address, provider, at } of items) {
      const lifted = await tx<{ id: string }[]>`
        UPDATE suppressions SET lifted_at = clock_timestamp(), lifted_by = ${provider}
        WHERE channel = ${channel} AND address = ${address} AND reason = 'unsubscribed' AND lifted_at IS NULL
          AND evidence_at <= ${at}::timestamptz RETURNING id`;
      for (const { id } of lifted)
        await audit(tx, {
          actor: provider,
          action: 'suppression_lifted',
          subject: id,
          detail: { channel, reason: 'START' },
        });
    }
  });
