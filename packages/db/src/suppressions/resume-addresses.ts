import type { Channel } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';

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
 * It is lifted as of when they said so, so that a later STOP which comes in later counts. Audited with the provider that
 * told us. Saying it again changes nothing.
 */
export const resumeAddresses = async (sql: SqlOrTx, items: readonly Resumption[]): Promise<void> => {
  const column = <K extends keyof Resumption>(key: K) => items.map((item) => item[key]);
  await retryDeadlock(
    () => sql`
      WITH l AS MATERIALIZED (
        SELECT s.id, g.provider, g.at FROM (
          SELECT DISTINCT ON (channel, address) channel, address, provider, at
          FROM unnest(${column('channel')}::text[], ${column('address')}::text[], ${column('provider')}::text[],
            ${column('at')}::text[]::timestamptz[]) AS said(channel, address, provider, at)
          ORDER BY channel, address, at DESC
        ) AS g JOIN suppressions s USING (channel, address)
        WHERE s.reason = 'unsubscribed' AND s.lifted_at IS NULL AND s.evidence_at <= g.at
        ORDER BY s.id FOR NO KEY UPDATE OF s
      ), lifted AS (
        UPDATE suppressions s SET lifted_at = l.at, lifted_by = l.provider FROM l WHERE s.id = l.id
        RETURNING s.id, s.channel, s.lifted_by
      )
      INSERT INTO audit_log (actor, action, subject, detail)
      SELECT lifted_by, 'suppression_lifted', id::text, jsonb_build_object('channel', channel, 'reason', 'START')
      FROM lifted ORDER BY id`,
  );
};
