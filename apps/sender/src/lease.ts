import type { SenderDeps } from './sender-deps.js';

/** At the moment of writing the request this much of the lease must be left (architecture, "Send"). */
const FENCE_MS = 1_000;

/** A lease in Postgres as its owner may count it: from before it was asked for, by a clock that never goes back. */
export const createLease = ({ clock, leaseMs }: SenderDeps) => {
  let began = clock.monotonicMs();
  return {
    /** It is about to be asked for, or to be renewed. */
    begins: (): void => {
      began = clock.monotonicMs();
    },
    /** Whether enough is left to write a request. */
    holds: (): boolean => leaseMs - (clock.monotonicMs() - began) >= FENCE_MS,
  };
};
export type Lease = ReturnType<typeof createLease>;
