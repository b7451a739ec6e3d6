import type { ReplayTarget } from '@crier/domain';
import { plural } from '../pages/numbers.js';

/** What is replayed, as the second half of "Replay …". */
export const targetWords = (target: ReplayTarget): string => {
  if (target.kind === 'all') return 'all dead letters';
  return target.kind === 'reason'
    ? `all dead letters of ${target.reason}`
    : plural(target.ids.length, 'dead letter', 'dead letters');
};
