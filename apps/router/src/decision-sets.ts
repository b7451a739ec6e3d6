import type { NewDecisionSet } from '@crier/db';
import { decisionSetIdentity, type EventIdentity, type Suppression } from '@crier/domain';

/** Gathers a chunk's suppressions into one row per channel and reason, people sorted by number. */
export const decisionSets = (
  event: EventIdentity,
  chunkFrom: number,
  suppressions: readonly Suppression[],
  numbers: ReadonlyMap<string, number>,
): NewDecisionSet[] => {
  const groups = new Map<string, Suppression[]>();
  for (const s of suppressions) {
    const key = `${s.channel} ${s.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), s]);
  }
  const numberOf = (id: string): number => numbers.get(id) ?? 0;
  return [...groups.values()].map((group) => {
    const sorted = [...group].sort((a, b) => numberOf(a.recipientId) - numberOf(b.recipientId));
    const { channel, reason } = sorted[0] as Suppression;
    return {
      id: decisionSetIdentity(event, [channel, reason, String(chunkFrom)]).id,
      channel,
      reason,
      people: sorted.map((s) => numberOf(s.recipientId)),
      inFavourOf: reason === 'duplicate' ? sorted.map((s) => numberOf(s.inFavourOf ?? '')) : null,
    };
  });
};
