import { isOwnWord, type ReplayFacts, type ReplayTarget, type TypeCategories } from '@crier/domain';
import { type SqlOrTx, toIso } from '../client.js';
import { currentAddresses } from './replay-addresses.js';
import { isReplayable, timesPutBack } from './replay-deliveries.js';
import { hasOptedOut, isExpired, standingSuppression } from './replay-obstacles.js';

/** One delivery as a replay would find it. */
export interface FoundReplay extends ReplayFacts {
  readonly id: string;
  /** The evidence on the suppression list against the address that it would go to; null also where the person's own word stands there. */
  readonly suppressionId: string | null;
  /** Who closed its last dead letter, and when; null while that is open. */
  readonly closedBy: string | null;
  readonly closedAt: string | null;
}

/** Deliveries that are read in one statement. */
const AT_ONCE = 1_000;

const facts = (sql: SqlOrTx, categories: TypeCategories) => sql`
  d.state, d.reason, ${isReplayable(sql)} AS replayable, ${isExpired(sql)} AS expired,
  ${timesPutBack(sql, 'replayed')} AS replays, ${hasOptedOut(sql, categories)} AS "optedOut"`;

type FoundRow = Omit<FoundReplay, 'suppressed' | 'suppressionId'> & {
  readonly suppression: { readonly id: string; readonly reason: string } | null;
};

/** Whose own word stands on the list has opted out: nobody else lifts that. */
const toFound = ({ suppression, optedOut, closedAt, ...row }: FoundRow): FoundReplay => {
  const isOwn = suppression !== null && isOwnWord(suppression.reason);
  const suppressionId = suppression === null || isOwn ? null : suppression.id;
  const suppressed = suppressionId !== null;
  return { ...row, suppressed, suppressionId, optedOut: optedOut || isOwn, closedAt: toIso(closedAt) };
};

/** What a replay of these deliveries would be judged by, in id order. Ids that do not exist are absent. */
export const readReplayFacts = async (
  sql: SqlOrTx,
  ids: readonly string[],
  categories: TypeCategories,
): Promise<FoundReplay[]> => {
  const addresses = await currentAddresses(sql, ids);
  const rows = await sql<FoundRow[]>`
    SELECT d.id, ${facts(sql, categories)}, x.closed_by AS "closedBy", x.closed_at AS "closedAt",
           ${standingSuppression(sql, sql`coalesce(g.address, d.address)`, categories)} AS suppression
    FROM unnest(${ids as string[]}::uuid[], ${ids.map((id) => addresses.get(id) ?? null)}::text[]) AS g(id, address)
    JOIN deliveries d USING (id) LEFT JOIN dead_letters x ON x.delivery_id = d.id ORDER BY d.id`;
  return rows.map(toFound);
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
  categories: TypeCategories,
): Promise<CountedReplay[]> => {
  const open = sql`
    FROM dead_letters x JOIN deliveries d ON d.id = x.delivery_id
    WHERE x.closed_at IS NULL ${target.kind === 'reason' ? sql`AND x.reason = ${target.reason}` : sql``}
      AND ${standingSuppression(sql, sql`d.address`, categories)}`;
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
