import { readPushAddress } from '@crier/domain';
import type { Sql, SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { brakePruning, isPruning } from './brake-pruning.js';
import type { NewSuppression } from './new-suppression.js';

export interface Suppressed {
  /** Those that stand now and did not before. */
  readonly added: readonly NewSuppression[];
  /** Tokens that were left alone because too many of their kind went within an hour. */
  readonly braked: readonly NewSuppression[];
}

const tokenIds = (items: readonly NewSuppression[]): string[] =>
  items.flatMap(({ channel, address }) => (channel === 'push' ? (readPushAddress(address)?.tokenId ?? []) : []));

/** Holds still what the decision rests on: devices that register again, suppressions that are lifted meanwhile. */
const lock = async (tx: SqlOrTx, items: readonly NewSuppression[]): Promise<void> => {
  // Whoever prunes counts first: two at once would each fill the limit.
  if (items.some(isPruning)) await tx`SELECT pg_advisory_xact_lock(727111)`;
  await tx`SELECT FROM push_tokens WHERE id = ANY(${tokenIds(items)}::uuid[]) ORDER BY id FOR SHARE`;
  await tx`SELECT FROM suppressions WHERE address = ANY(${items.map((i) => i.address)}::text[]) ORDER BY id FOR SHARE`;
};

/** The places of those whose evidence counts: not lifted since, and of push not registered since; none stands yet. */
const findNew = async (tx: SqlOrTx, items: readonly NewSuppression[]): Promise<NewSuppression[]> => {
  const rows = await tx<{ place: number }[]>`
    SELECT DISTINCT ON (g.channel, g.address) g.place::int AS place
    FROM unnest(${items.map((i) => i.channel)}::text[], ${items.map((i) => i.address)}::text[],
      ${items.map((i) => i.evidenceAt)}::text[]::timestamptz[]) WITH ORDINALITY AS g(channel, address, evidence_at, place)
    WHERE NOT EXISTS (
      SELECT FROM suppressions s WHERE s.channel = g.channel AND s.address = g.address
        AND (s.lifted_at IS NULL OR s.lifted_at >= g.evidence_at)
    ) AND (g.channel <> 'push' OR EXISTS (
      SELECT FROM push_tokens t WHERE t.kind || ':' || t.id = g.address AND t.registered_at < g.evidence_at
        AND t.id = ANY(${tokenIds(items)}::uuid[])
    ))
    ORDER BY g.channel, g.address, g.place`;
  return rows
    .map(({ place }) => place)
    .sort((a, b) => a - b)
    .flatMap((place) => items[place - 1] ?? []);
};

const insert = (tx: SqlOrTx, items: readonly NewSuppression[]) => {
  const column = <K extends keyof NewSuppression>(key: K) => items.map((item) => item[key]);
  return tx<{ channel: string; address: string }[]>`
    INSERT INTO suppressions (channel, address, reason, provider, code, delivery_id, evidence_at, created_at)
    SELECT g.*, clock_timestamp() FROM unnest(
      ${column('channel')}::text[], ${column('address')}::text[], ${column('reason')}::text[], ${column('provider')}::text[],
      ${column('code')}::text[], ${column('deliveryId')}::uuid[], ${column('evidenceAt')}::text[]::timestamptz[]
    ) AS g(channel, address, reason, provider, code, delivery_id, evidence_at) ORDER BY g.channel, g.address
    ON CONFLICT (channel, address) WHERE lifted_at IS NULL DO NOTHING
    RETURNING channel, address`;
};

/**
 * Puts addresses on the suppression list, each with its evidence. Saying it again changes nothing, and evidence from
 * before a suppression was lifted, or before a device registered again, does not bring it back. Push tokens that are given
 * up as unregistered are limited (`pruneLimit`).
 */
export const suppress = (sql: Sql, items: readonly NewSuppression[]): Promise<Suppressed> =>
  retryDeadlock(() =>
    sql.begin(async (tx) => {
      if (items.length === 0) return { added: [], braked: [] };
      await lock(tx, items);
      const fresh = await findNew(tx, items);
      const braked = await brakePruning(tx, fresh);
      const rows = await insert(
        tx,
        fresh.filter((item) => !braked.has(item)),
      );
      const stands = new Set(rows.map(({ channel, address }) => `${channel} ${address}`));
      return {
        added: fresh.filter(({ channel, address }) => stands.has(`${channel} ${address}`)),
        braked: [...braked],
      };
    }),
  );
