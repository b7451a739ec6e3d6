import type { Lane } from '@crier/domain';
import type { Redis } from 'ioredis';
import { createAsker, type Slots } from './ask-for-slots.js';
import { createCallsInFlight } from './calls-in-flight.js';
import type { GateOptions, ProviderGate, Refusal } from './gate-types.js';
import { createLines, type Lines } from './lines.js';
import { createPermits } from './permits.js';

const LOOK_AGAIN_MS = 250;
const REDIS_AWAY: Refusal = { kind: 'wait', why: 'redis', ms: 1_000 };

/** Asks for every lane in which somebody waits and that has nothing to wait for, critical first. */
const askForAll = async (
  lines: Lines,
  monotonicMs: () => number,
  askFor: (lane: Lane, wanted: number) => Promise<Slots>,
  letGoAt: ReturnType<typeof createPermits>,
): Promise<void> => {
  for (const { lane, line, until } of lines.waiting()) {
    if (until > monotonicMs()) continue;
    const wanted = line.length();
    const slots = await askFor(lane, wanted);
    line.take(slots.granted).forEach((waiter, i) => {
      letGoAt(waiter, i, slots);
    });
    if (slots.granted >= wanted) continue;
    const { refusal } = slots;
    // A breaker and a pause are for everybody and for long; a slot comes soon and is worth standing in line for.
    if (refusal.why === 'breaker' || refusal.why === 'paused') line.refuse(refusal);
    else Object.assign(lines.of(lane), { until: monotonicMs() + slots.againMs, refusal });
  }
};

/** When a paused provider is to be tried again, as far as this process has heard. */
const createProbeTime = (monotonicMs: () => number) => {
  let at = Number.POSITIVE_INFINITY;
  return {
    /** In so many ms; -1: it is not paused. */
    isIn: (ms: number): void => {
      at = ms < 0 ? Number.POSITIVE_INFINITY : monotonicMs() + ms;
    },
    isDue: (): boolean => monotonicMs() >= at,
  };
};

/**
 * The one door to a provider, for every worker of the fleet together: pause, breaker, concurrency and rate, in one script. One
 * acquirer a process asks for all who wait here at once, critical first.
 */
export const createGate = (redis: Redis, options: GateOptions): ProviderGate => {
  const key = `{crier:gate:${options.provider}}`;
  const { monotonicMs } = options;
  const probe = createProbeTime(monotonicMs);
  const calls = createCallsInFlight(redis, key, options, probe.isIn);
  const askFor = createAsker(redis, key, options);
  const lines = createLines(monotonicMs);
  const askForLane = async (lane: Lane, wanted: number): Promise<Slots> => {
    const slots = await askFor(lane, wanted, calls);
    calls.begin(slots.granted);
    probe.isIn(slots.probeInMs);
    return slots;
  };
  let asking = false;
  let timer: NodeJS.Timeout | undefined;

  const letGoAt = createPermits(calls, monotonicMs, {
    left: () => {
      lines.placeFree();
      ask();
    },
    late: (waiter) => {
      lines.of(waiter.lane).line.rejoin(waiter);
      ask();
    },
  });
  const ask = (): void => {
    if (asking) return;
    clearTimeout(timer);
    const rest = lines.rest();
    if (rest === undefined) return;
    if (rest > 0) {
      timer = setTimeout(ask, Math.min(rest, LOOK_AGAIN_MS));
      return;
    }
    asking = true;
    askForAll(lines, monotonicMs, askForLane, letGoAt)
      .catch(() => lines.refuseAll(REDIS_AWAY))
      .then(() => {
        asking = false;
        ask();
      });
  };
  return {
    enter: (lane, patienceMs) =>
      new Promise((settle) => {
        const since = monotonicMs();
        lines.of(lane).line.join({ lane, since, until: since + patienceMs, settle });
        ask();
      }),
    probeDue: probe.isDue,
    close: async () => {
      clearTimeout(timer);
      await calls.close();
    },
  };
};
