import type { ReplayFacts, ReplayTarget } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';
import { currentAddresses } from './replay-addresses.js';
import { isReplayable, timesPutBack } from './replay-deliveries.js';
import {
  hasOptedOut,
  isExpired,
  NO_CATEGORIES,
  type OptionalCategories,
  standingSuppression,
} from './replay-obstacles.js';

/** One delivery as a replay would find it. */
export interface FoundReplay extends ReplayFacts {
  readonly id: string;
  /** What stands on the suppression list against the address that it would go to. */
  readonly suppressionId: string | null;
  /** Who closed its last dead letter, and when; null while that is open. */
  readonly closedBy: string | null;
  readonly closedAt: string | null;
}

/** Deliveries that are read in one statement. */
const AT_ONCE = 1_000;

const facts = (sql: SqlOrTx, categories: OptionalCategories) => sql`
  d.state, d.reason, ${isReplayable(sql)} AS replayable, ${isExpired(sql)} AS expired,
  ${timesPutBack(sql, 'replayed')} AS replays, ${hasOptedOut(sql, categories)} AS "optedOut"`;

/** What a replay of these deliveries would be judged by, in id order. Ids that do not exist are absent. */
export const readReplayFacts = async (
  sql: SqlOrTx,
  ids: readonly string[],
  categories: OptionalCategories = NO_CATEGORIES,
): Promise<FoundReplay[]> => {
  const addresses = await currentAddresses(sql, ids);
  const rows = await sql<Omit<FoundReplay, 'suppressed'>[]>`
    SELECT d.id, ${facts(sql, categories)}, x.closed_by AS "closedBy", x.closed_at AS "closedAt",
           ${standingSuppression(sql, sql`coalesce(g.address, d.address)`)} AS "suppressionId"
    FROM unnest(${ids as string[]}::uuid[], ${ids.map((id) => addresses.get(id) ?? null)}::text[]) AS g(id, address)
    JOIN deliveries d USING (id) LEFT JOIN dead_letters x ON x.delivery_id = d.id ORDER BY d.id`;
  return rows.map((row) => ({ ...row, suppressed: row.suppressionId !== null, closedAt: toIso(row.closedAt) }));
};

/** What is counted of a group. */
export type CountedReplay = ReplayFacts & { readonly n: number };

/**
 * The same for a group, counted: how many open dead letters are alike. Nothing of a named target is here. Only those whose own
 * address stands on the suppression list are read one by one, because the directory may have another by now.
 */
export const countReplayFacts = async (
  sql: SqlOrTx,
  target: Exclude<ReplayTarget, { kind: 'ids' }>,
  categories: OptionalCategories = NO_CATEGORIES,
): Promise<CountedReplay[]> => {
  const open = sql`
    FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id
    WHERE x.closed_at IS NULL ${target.kind === 'reason' ? sql`AND x.reason = ${target.reason}` : sql``}
      AND ${standingSuppression(sql, sql`d.address`)}`;
  const counted = await sql<CountedReplay[]>`
    SELECT state, reason, replayable, expired, replays, false AS suppressed, "optedOut", count(*)::int AS n
    FROM (SELECT ${facts(sql, categories)} ${open} IS NULL) AS open
    GROUP BY state, reason, replayable, expired, replays, "optedOut"`;
  const listed = (await sql<{ id: string }[]>`SELECT d.id ${open} IS NOT NULL`).map(({ id }) => id);
  const found: CountedReplay[] = [];
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    const some = await readReplayFacts(sql, listed.slice(at, at + AT_ONCE), categories);
    found.push(...some.map((each) => ({ ...each, n: 1 })));
  }
  return [...counted, ...found];
};
