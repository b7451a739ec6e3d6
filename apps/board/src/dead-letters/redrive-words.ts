import type { RedriveRule } from '@crier/domain';

/** When a dead letter is put back by itself, ms since 1970, or undefined when only a person can (R-8.3a). */
export const redriveAtMs = (
  letter: { passing: boolean; openedAt: string; redrives: number; expired: boolean },
  { times, afterMs }: RedriveRule,
): number | undefined =>
  letter.passing && letter.redrives < times && !letter.expired ? Date.parse(letter.openedAt) + afterMs : undefined;
