import { PRUNE_AT_LEAST, PRUNE_WINDOW_MS, PUSH_KINDS, type PushKind, pruneLimit, readPushAddress } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import type { NewSuppression } from './new-suppression.js';

/** Whether a device is given up by this. */
export const isPruning = (item: NewSuppression): boolean => item.channel === 'push' && item.reason === 'unregistered';

/**
 * About how many tokens of a kind there are, by what ANALYZE found last: counting a million of them would hold up whoever
 * waits for the lock. 0 before the first ANALYZE, which leaves the least limit.
 */
const estimateTokens = async (tx: SqlOrTx, kind: PushKind): Promise<number> => {
  const [found] = await tx<{ n: number }[]>`
    SELECT round(greatest(c.reltuples, 0) * v.freq)::int AS n FROM pg_class c
    JOIN pg_namespace ns ON ns.oid = c.relnamespace
    JOIN pg_stats s ON s.schemaname = ns.nspname AND s.tablename = c.relname AND s.attname = 'kind'
    CROSS JOIN LATERAL unnest(s.most_common_vals::text::text[], s.most_common_freqs) AS v(kind, freq)
    WHERE c.oid = 'push_tokens'::regclass AND v.kind = ${kind}`;
  return found?.n ?? 0;
};

/** How many more tokens of a kind may be given up now. */
const roomFor = async (tx: SqlOrTx, kind: PushKind, wanted: number): Promise<number> => {
  const [recent] = await tx<{ n: number }[]>`
    SELECT count(*)::int AS n FROM suppressions
    WHERE channel = 'push' AND reason = 'unregistered' AND starts_with(address, ${`${kind}:`})
      AND created_at > clock_timestamp() - ${PRUNE_WINDOW_MS} * interval '1 ms'`;
  const gone = recent?.n ?? 0;
  if (gone + wanted <= PRUNE_AT_LEAST) return wanted;
  return Math.max(0, pruneLimit(await estimateTokens(tx, kind)) - gone);
};

/** Those of the items that give up a device beyond `pruneLimit`. Only right while nobody else prunes. */
export const brakePruning = async (tx: SqlOrTx, items: readonly NewSuppression[]): Promise<Set<NewSuppression>> => {
  const braked = new Set<NewSuppression>();
  for (const kind of PUSH_KINDS) {
    const tokens = items.filter((item) => isPruning(item) && readPushAddress(item.address)?.kind === kind);
    if (tokens.length === 0) continue;
    for (const item of tokens.slice(await roomFor(tx, kind, tokens.length))) braked.add(item);
  }
  return braked;
};
