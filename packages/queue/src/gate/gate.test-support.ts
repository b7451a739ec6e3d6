import { type TestRedis, testRedis, until } from '@crier/testkit';
import { createRedis, type Redis } from '../connection.js';
import { createGate } from './gate.js';
import type { BreakerState, GateChange, GateOptions, Permit, ProviderGate } from './gate-types.js';

/** A process at the gate: its own connection, what it was told, and its permits. */
export interface Process {
  readonly gate: ProviderGate;
  readonly redis: Redis;
  readonly changes: GateChange[];
  state(): BreakerState;
  /** A permit now; fails the test if there is none. */
  permit(): Promise<Permit>;
  /** Says nothing any more. */
  die(): void;
}

export const LIMITS = {
  ratePerSecond: 10_000,
  concurrency: 1_000,
  breakerFailures: 3,
  breakerCooldownMs: 200,
  breakerProbes: 1,
  probeMs: 200,
  timeoutMs: 100,
};

/** A Redis that has forgotten its first quiet second, and as many processes at one provider's gate as are asked for. */
export const useGates = () => {
  let server: TestRedis;
  const open: Process[] = [];
  return {
    start: async () => {
      server = await testRedis();
    },
    stop: async () => {
      for (const { gate, redis } of open) {
        await gate.close();
        redis.disconnect();
      }
      await server.stop();
    },
    flush: () => server.flush(),
    /** As after the first second of a service's life. */
    settle: async (provider: string) => {
      const redis = open[0]?.redis;
      await redis?.hset(`{crier:gate:${provider}}`, 'tat', '1');
    },
    process: async (name: string, over: Partial<GateOptions> & { provider: string }): Promise<Process> => {
      const redis = createRedis({ url: server.url, role: 'producer', onError: () => {} });
      await until(async () => redis.status === 'ready', { what: 'the client to connect' });
      const changes: GateChange[] = [];
      let state: BreakerState = 'closed';
      const gate = createGate(redis, {
        ...LIMITS,
        process: name,
        monotonicMs: () => performance.now(),
        onState: (now) => {
          state = now;
        },
        onChange: (change) => changes.push(change),
        ...over,
      });
      const one: Process = {
        gate,
        redis,
        changes,
        state: () => state,
        die: () => redis.disconnect(),
        permit: async () => {
          const entry = await gate.enter('transactional', 900);
          if (entry.kind !== 'go') throw new Error(`no permit: ${entry.why}`);
          return entry;
        },
      };
      open.push(one);
      return one;
    },
  };
};

/** The most that any second holds, and the rate from first to last. */
export const fullestSecond = (times: readonly number[]): number => {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  for (let from = 0, to = 0; to < sorted.length; to++) {
    while ((sorted[to] as number) - (sorted[from] as number) >= 1_000) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
};
