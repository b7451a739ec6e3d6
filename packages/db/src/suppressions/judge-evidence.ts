import type { SqlOrTx } from '../client.js';
import { type NewSuppression, REASONS_BY_STRENGTH } from './new-suppression.js';

export interface JudgedEvidence {
  readonly item: NewSuppression;
  /** The address stands on the list already. */
  readonly stands: boolean;
  /** When the person last said STOP, of what was told, as Postgres writes it; null = nothing was told of that. */
  readonly optedOutAt: string | null;
}

/**
 * Of each address the strongest evidence that counts, as asked: nothing from before a suppression of the address was lifted,
 * and of push nothing from before the device registered. `tokens`: the ids of the devices among the items.
 */
export const judgeEvidence = async (
  tx: SqlOrTx,
  items: readonly NewSuppression[],
  tokens: readonly string[],
): Promise<JudgedEvidence[]> => {
  const rows = await tx<{ place: number; stands: boolean; optedOutAt: string | null }[]>`
    SELECT DISTINCT ON (g.channel, g.address) g.place::int AS place, EXISTS (
      SELECT FROM suppressions s WHERE s.channel = g.channel AND s.address = g.address AND s.lifted_at IS NULL
    ) AS stands, max(g.evidence_at) FILTER (WHERE g.reason = 'unsubscribed') OVER (PARTITION BY g.channel, g.address)
      AS "optedOutAt"
    FROM unnest(${items.map((i) => i.channel)}::text[], ${items.map((i) => i.address)}::text[],
      ${items.map((i) => i.reason)}::text[], ${items.map((i) => i.evidenceAt)}::text[]::timestamptz[])
      WITH ORDINALITY AS g(channel, address, reason, evidence_at, place)
    WHERE NOT EXISTS (
      SELECT FROM suppressions s WHERE s.channel = g.channel AND s.address = g.address AND s.lifted_at >= g.evidence_at
    ) AND (g.channel <> 'push' OR EXISTS (
      SELECT FROM push_tokens t WHERE t.kind || ':' || t.id = g.address AND t.registered_at < g.evidence_at
        AND t.id = ANY(${tokens as string[]}::uuid[])
    ))
    ORDER BY g.channel, g.address, array_position(${[...REASONS_BY_STRENGTH]}::text[], g.reason) DESC, g.evidence_at DESC,
             g.place`;
  return [...rows]
    .sort((a, b) => a.place - b.place)
    .flatMap(({ place, ...judged }) => {
      const item = items[place - 1];
      return item === undefined ? [] : [{ item, ...judged }];
    });
};
