import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** Time, chance and tokens as arguments: whoever decides by them can be tested, and a search finds who makes them. */
export interface Clock {
  /** Wall clock, ms since 1970. */
  nowMs(): number;
  /** Never goes back; only differences mean anything. */
  monotonicMs(): number;
  /** Uniform in [0, 1). */
  random(): number;
  /** A lease token nobody else has. */
  newToken(): string;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  random: () => Math.random(),
  newToken: () => randomUUID(),
};
