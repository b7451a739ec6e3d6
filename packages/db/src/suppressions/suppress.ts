import { readPushAddress } from '@crier/domain';
import type { Sql, SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { PRUNING_LOCK } from '../lock-keys.js';
import { brakePruning, isPruning } from './brake-pruning.js';
import { type JudgedEvidence, judgeEvidence } from './judge-evidence.js';
import { type NewSuppression, REASONS_BY_STRENGTH } from './new-suppression.js';

export interface Suppressed {
  /** Those that stand now and did not before. */
  readonly added: readonly NewSuppression[];
  /** Tokens that were left alone because too many of their kind went within an hour. */
  readonly braked: readonly NewSuppression[];
}

const tokenIds = (items: readonly NewSuppression[]): string[] =>
  items.flatMap(({ channel, address }) => (channel === 'push' ? (readPushAddress(address)?.tokenId ?? []) : []));

/** Holds still what the decision rests on: devices that register again, suppressions that are lifted meanwhile. */
const lock = async (tx: SqlOrTx, items: readonly NewSuppression[], tokens: readonly string[]): Promise<void> => {
  if (tokens.length > 0)
    await tx`SELECT FROM push_tokens WHERE id = ANY(${tokens as string[]}::uuid[]) ORDER BY id FOR SHARE`;
  await tx`
    SELECT FROM suppressions WHERE address = ANY(${items.map((i) => i.address)}::text[]) AND lifted_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`;
  // Last, because every sender that gives up a device waits for it.
  if (items.some(isPruning)) await tx`SELECT pg_advisory_xact_lock(${PRUNING_LOCK})`;
};

/**
 * Writes them down; what stands already takes on newer evidence of its reason, or a stronger reason, and in any case what the
 * person said. Answers for the new ones.
 */
const write = async (tx: SqlOrTx, judged: readonly JudgedEvidence[]): Promise<NewSuppression[]> => {
  const items = judged.map(({ item }) => item);
  const column = <K extends keyof NewSuppression>(key: K) => items.map((item) => item[key]);
  const reasons = [...REASONS_BY_STRENGTH];
  const wins = tx`(array_position(${reasons}::text[], excluded.reason) > array_position(${reasons}::text[], s.reason)
    OR (excluded.reason = s.reason AND excluded.evidence_at > s.evidence_at))`;
  const rows = await tx<{ channel: string; address: string; added: boolean }[]>`
    INSERT INTO suppressions AS s (channel, address, reason, provider, code, delivery_id, evidence_at, opted_out_at, created_at)
    SELECT g.*, clock_timestamp() FROM unnest(
      ${column('channel')}::text[], ${column('address')}::text[], ${column('reason')}::text[], ${column('provider')}::text[],
      ${column('code')}::text[], ${column('deliveryId')}::uuid[], ${column('evidenceAt')}::text[]::timestamptz[],
      ${judged.map(({ optedOutAt }) => optedOutAt)}::text[]::timestamptz[]
    ) AS g(channel, address, reason, provider, code, delivery_id, evidence_at, opted_out_at) ORDER BY g.channel, g.address
    ON CONFLICT (channel, address) WHERE lifted_at IS NULL DO UPDATE SET
      reason = CASE WHEN ${wins} THEN excluded.reason ELSE s.reason END,
      provider = CASE WHEN ${wins} THEN excluded.provider ELSE s.provider END,
      code = CASE WHEN ${wins} THEN excluded.code ELSE s.code END,
      delivery_id = CASE WHEN ${wins} THEN excluded.delivery_id ELSE s.delivery_id END,
      evidence_at = CASE WHEN ${wins} THEN greatest(s.evidence_at, excluded.evidence_at) ELSE s.evidence_at END,
      opted_out_at = greatest(s.opted_out_at, excluded.opted_out_at)
    WHERE ${wins} OR excluded.opted_out_at > coalesce(s.opted_out_at, '-infinity')
    RETURNING channel, address, s.xmax = 0 AS added`;
  const added = new Set(rows.flatMap((row) => (row.added ? `${row.channel} ${row.address}` : [])));
  return items.filter(({ channel, address }) => added.has(`${channel} ${address}`));
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
      const tokens = tokenIds(items);
      await lock(tx, items, tokens);
      const judged = await judgeEvidence(tx, items, tokens);
      const fresh = judged.filter(({ stands }) => !stands).map(({ item }) => item);
      const braked = await brakePruning(tx, fresh);
      const taken = judged.filter(({ item }) => !braked.has(item));
      return { added: await write(tx, taken), braked: [...braked] };
    }),
  );
