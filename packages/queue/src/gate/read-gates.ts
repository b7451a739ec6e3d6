import type { Redis } from 'ioredis';
import type { BreakerState } from './gate-types.js';

/** A provider's gate as the whole fleet shares it. */
export interface GateSight {
  readonly provider: string;
  readonly breaker: BreakerState;
  readonly paused: boolean;
}

/** `open` is the instant until which nobody is let through, in µs of Redis' own time. */
const breakerOf = (open: string | null | undefined, nowMicros: number): BreakerState => {
  if (!open) return 'closed';
  return nowMicros < Number(open) ? 'open' : 'half-open';
};

/**
 * Looks at the gates of these providers without asking for anything; a gate that Redis does not know is closed and not
 * paused. Rejects when Redis does not answer.
 */
export const readGates = async (redis: Redis, providers: readonly string[]): Promise<GateSight[]> => {
  const [time, ...gates] = await Promise.all([
    redis.time(),
    ...providers.map((provider) => redis.hmget(`{crier:gate:${provider}}`, 'open', 'paused')),
  ]);
  const [seconds, micros] = time.map(Number) as [number, number];
  const nowMicros = seconds * 1_000_000 + micros;
  return providers.map((provider, i) => {
    const [open, paused] = gates[i] ?? [];
    return { provider, breaker: breakerOf(open, nowMicros), paused: Boolean(paused) };
  });
};
