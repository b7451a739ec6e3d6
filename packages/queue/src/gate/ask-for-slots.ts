import { LANES, type Lane } from '@crier/domain';
import type { Redis } from 'ioredis';
import { createScript } from '../script.js';
import { ENTER } from './gate-scripts.js';
import { type GateOptions, type Refusal, STATES } from './gate-types.js';

/** With slots this much longer than 1 s / limit no sliding second holds more than the limit (architecture, "Limits"). */
const SLOTS_US = 1_030_000;
/** How far ahead a lane may take slots. All of them are used up before an emptied Redis gives the first new one. */
const LOOK_AHEAD_US: Readonly<Record<Lane, number>> = { critical: 900_000, transactional: 200_000, bulk: 40_000 };
/** What a lane may have of the calls in flight: one that is stuck at the provider leaves places for those before it. */
const SHARE: Readonly<Record<Lane, number>> = { critical: 1, transactional: 0.9, bulk: 0.8 };
/** While the critical lane asks, the others take no slot ahead. */
const BACK_OFF_US = 100_000;
/** What a call may take beyond its timeout: its timer, and what stands around it. */
const PROBE_GRACE_MS = 5_000;

export interface Slots {
  readonly granted: number;
  /** Until a paused provider is tried again; -1: it is not paused. */
  readonly probeInMs: number;
  /** Names the state of breaker and pause under which they were given. */
  readonly epoch: string;
  /** When slot `i` begins, by the monotonic clock: not before `at(i)`, and perhaps already at `earliest(i)`. */
  readonly at: (i: number) => number;
  readonly earliest: (i: number) => number;
  /** When to ask again for those who got none. */
  readonly againMs: number;
  /** What to tell those of them who do not wait any longer. */
  readonly refusal: Refusal;
}

type Answer = [number, number, number, Refusal['why'], string, number, number, number];

/** Asks the fleet's one script for `wanted` slots of a lane. Rejects when Redis is away. */
export const createAsker = (redis: Redis, key: string, options: GateOptions) => {
  const enter = createScript(redis, 'crierEnter', ENTER);
  const slotUs = Math.ceil(SLOTS_US / options.ratePerSecond);
  const { process, concurrency, breakerProbes, monotonicMs } = options;
  const fixed = [breakerProbes, (options.timeoutMs + PROBE_GRACE_MS) * 1_000, options.probeMs * 1_000];
  return async (lane: Lane, wanted: number, calls: { count(): number; nextQuestion(): number }): Promise<Slots> => {
    const asked = monotonicMs();
    const places = Math.ceil(concurrency * SHARE[lane]);
    const place = [LANES.indexOf(lane), wanted, LOOK_AHEAD_US[lane], places];
    const answer = await enter(
      [key],
      [process, calls.count(), calls.nextQuestion(), slotUs, ...place, ...fixed, BACK_OFF_US],
    );
    const [granted, firstUs, waitUs, why, epoch, state, processes, probeInMs] = answer as Answer;
    const heard = monotonicMs();
    options.onState(STATES[state] ?? 'closed');
    const againMs = Math.max(1, waitUs / 1_000);
    // With everybody else's lines as long as this one, the last of this one has its turn then.
    const turnMs = (wanted * slotUs * processes) / 1_000;
    const offset = (i: number): number => (firstUs + i * slotUs) / 1_000;
    return {
      granted,
      probeInMs,
      epoch,
      at: (i) => heard + offset(i),
      earliest: (i) => asked + offset(i),
      againMs,
      refusal: { kind: 'wait', why, ms: why === 'rate' ? Math.max(againMs, turnMs) : againMs },
    };
  };
};
