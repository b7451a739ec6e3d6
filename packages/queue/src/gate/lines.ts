import { LANES, type Lane } from '@crier/domain';
import type { Refusal } from './gate-types.js';
import { createWaitingLine } from './waiting-line.js';

/** What a line is told that nothing is known of. */
const NOTHING: Refusal = { kind: 'wait', why: 'rate', ms: 1 };

/** The lines of one process: who waits, and since when there is nothing for whom. */
export const createLines = (monotonicMs: () => number) => {
  const lines = LANES.map((lane) => ({ lane, line: createWaitingLine(), until: 0, refusal: NOTHING }));
  return {
    of: (lane: Lane) => lines[LANES.indexOf(lane)] as (typeof lines)[number],
    waiting: () => lines.filter(({ line }) => line.length() > 0),
    /** What waits for a place and not for a slot may have it now. */
    placeFree: () => {
      for (const each of lines) if (each.refusal.why === 'concurrency') each.until = 0;
    },
    /** Sends away whose patience is over; ms until there may be something for somebody, 0 = now, undefined = nobody waits. */
    rest: (): number | undefined => {
      const now = monotonicMs();
      for (const { line, until, refusal } of lines) if (until > now) line.refuse(refusal, now);
      const left = lines.filter(({ line }) => line.length() > 0).map(({ until }) => Math.max(0, until - now));
      return left.length === 0 ? undefined : Math.min(...left);
    },
    refuseAll: (refusal: Refusal) => {
      for (const { line } of lines) line.refuse(refusal);
    },
  };
};

export type Lines = ReturnType<typeof createLines>;
