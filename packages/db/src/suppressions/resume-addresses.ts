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
 * Lifts what people themselves had put on the suppression list (`unsubscribed`), also where it lay under a bounce or a complaint, and
 * nothing that these had.
 * It is lifted as of when they said so, so that a later STOP which comes in later counts. Audited with the provider that
 * told us. Saying it again changes nothing.
 */
export const resumeAddresses = async (sql: SqlOrTx, items: readonly Resumption[]): Promise<void> => {
  const column = <K extends keyof Resumption>(key: K) => items.map((item) => item[key]);
  await retryDeadlock(
    () => sql`
      WITH l AS MATERIALIZED (
        SELECT s.id, s.reason, s.opted_out_at, g.provider, g.at FROM (
          SELECT DISTINCT ON (channel, address) channel, address, provider, at
          FROM unnest(${column('channel')}::text[], ${column('address')}::text[], ${column('provider')}::text[],
            ${column('at')}::text[]::timestamptz[]) AS said(channel, address, provider, at)
          ORDER BY channel, address, at DESC
        ) AS g JOIN suppressions s USING (channel, address)
        WHERE s.lifted_at IS NULL AND s.opted_out_at <= g.at
        ORDER BY s.id FOR NO KEY UPDATE OF s
      ), lifted AS (
        UPDATE suppressions s SET lifted_at = l.at, lifted_by = l.provider FROM l WHERE s.id = l.id AND l.reason = 'unsubscribed'
        RETURNING s.id, s.channel, s.lifted_by
      ), uncovered AS (
        UPDATE suppressions s SET opted_out_at = NULL FROM l WHERE s.id = l.id AND l.reason <> 'unsubscribed'
        RETURNING s.id, s.channel, s.address, l.opted_out_at, l.provider, l.at
      ), over AS (
        INSERT INTO suppressions (channel, address, reason, evidence_at, opted_out_at, lifted_at, lifted_by)
        SELECT channel, address, 'unsubscribed', opted_out_at, opted_out_at, at, provider FROM uncovered ORDER BY id
        RETURNING id, channel, lifted_by
      )
      INSERT INTO audit_log (actor, action, subject, detail)
      SELECT lifted_by, 'suppression_lifted', id::text, jsonb_build_object('channel', channel, 'reason', 'START')
      FROM (SELECT * FROM lifted UNION ALL SELECT * FROM over) AS said ORDER BY id`,
  );
};
