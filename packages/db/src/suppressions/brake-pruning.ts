import { PRUNE_AT_LEAST, PRUNE_WINDOW_MS, PUSH_KINDS, type PushKind, pruneLimit, readPushAddress } from '@crier/domain';
import type { SqlOrTx } from '../client.js';
import type { NewSuppression } from './new-suppression.js';

/** Whether a device is given up by this. */
export const isPruning = (item: NewSuppression): boolean => item.channel === 'push' && item.reason === 'unregistered';

/** How many more tokens of a kind may be given up now. All of them are only counted when it comes near the least limit. */
const roomFor = async (tx: SqlOrTx, kind: PushKind, wanted: number): Promise<number> => {
  const [recent] = await tx<{ n: number }[]>`
    SELECT count(*)::int AS n FROM suppressions
    WHERE channel = 'push' AND reason = 'unregistered' AND starts_with(address, ${`${kind}:`})
      AND created_at > clock_timestamp() - ${PRUNE_WINDOW_MS} * interval '1 ms'`;
  const gone = recent?.n ?? 0;
  if (gone + wanted <= PRUNE_AT_LEAST) return wanted;
  const [all] = await tx<{ n: number }[]>`SELECT count(*)::int AS n FROM push_tokens WHERE kind = ${kind}`;
  return Math.max(0, pruneLimit(all?.n ?? 0) - gone);
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
