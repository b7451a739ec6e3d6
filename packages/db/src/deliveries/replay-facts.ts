import type { ReplayFacts, ReplayTarget } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';
import { isReplayable, timesPutBack } from './replay-deliveries.js';

/** One delivery as a replay would find it. */
export interface FoundReplay extends ReplayFacts {
  readonly id: string;
  /** Who closed its last dead letter, and when; null while that is open. */
  readonly closedBy: string | null;
  readonly closedAt: string | null;
}

const facts = (sql: SqlOrTx) => sql`
  d.state, d.reason, ${isReplayable(sql)} AS replayable, coalesce(d.expires_at <= clock_timestamp(), false) AS expired,
  ${timesPutBack(sql, 'replayed')} AS replays`;

/** What a replay of these deliveries would be judged by, in id order. Ids that do not exist are absent. */
export const readReplayFacts = async (sql: SqlOrTx, ids: readonly string[]): Promise<FoundReplay[]> => {
  const rows = await sql<FoundReplay[]>`
    SELECT d.id, ${facts(sql)}, x.closed_by AS "closedBy", x.closed_at AS "closedAt"
    FROM unnest(${ids as string[]}::uuid[]) AS g(id) JOIN deliveries d USING (id)
    LEFT JOIN dead_letters x ON x.delivery_id = d.id ORDER BY d.id`;
  return rows.map((row) => ({ ...row, closedAt: toIso(row.closedAt) }));
};

/** The same for a group, counted: how many open dead letters are alike. Nothing of a named target is here. */
export const countReplayFacts = async (
  sql: SqlOrTx,
  target: Exclude<ReplayTarget, { kind: 'ids' }>,
): Promise<(ReplayFacts & { n: number })[]> => {
  const ofReason = target.kind === 'reason' ? sql`AND x.reason = ${target.reason}` : sql``;
  return sql<(ReplayFacts & { n: number })[]>`
    SELECT state, reason, replayable, expired, replays, count(*)::int AS n
    FROM (
      SELECT ${facts(sql)} FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id
      WHERE x.closed_at IS NULL ${ofReason}
    ) AS open GROUP BY state, reason, replayable, expired, replays`;
};
