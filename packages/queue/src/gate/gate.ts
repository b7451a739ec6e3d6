import { LANES, type Lane } from '@crier/domain';
import type { Redis } from 'ioredis';
import { createAsker, type Slots } from './ask-for-slots.js';
import { createCallsInFlight } from './calls-in-flight.js';
import type { GateOptions, ProviderGate, Refusal, Verdict } from './gate-types.js';
import { createWaitingLine, type Waiter } from './waiting-line.js';

/** A slot used later than this would crowd into the next one's second: it is asked for again. */
const LATE_MS = 40;
const LOOK_AGAIN_MS = 250;
const REDIS_AWAY: Refusal = { kind: 'wait', why: 'redis', ms: 1_000 };

type Calls = ReturnType<typeof createCallsInFlight>;

/** Turns slots into permits, each at its time. */
const createPermits = (calls: Calls, monotonicMs: () => number, on: { left(): void; late(waiter: Waiter): void }) => {
  const letGo = (waiter: Waiter, epoch: string): void => {
    let left = false;
    const waited = monotonicMs() - waiter.since > LATE_MS;
    const leave = (verdict: Verdict): void => {
      if (left) return;
      left = true;
      calls.end(epoch, verdict);
      on.left();
    };
    waiter.settle({ kind: 'go', waited, leave });
  };
  return (waiter: Waiter, i: number, slots: Slots): void => {
    const wait = slots.at(i) - monotonicMs();
    const come = (): void => {
      if (monotonicMs() - slots.earliest(i) <= LATE_MS) {
        letGo(waiter, slots.epoch);
      } else {
        calls.end(slots.epoch, 'neutral');
        on.late(waiter);
      }
    };
    if (wait < 1) letGo(waiter, slots.epoch);
    else setTimeout(come, wait);
  };
};

/** The lines of one process: who waits, and since when there is nothing for whom. */
const createLines = (monotonicMs: () => number) => {
  const lines = LANES.map((lane) => ({ lane, line: createWaitingLine(), until: 0, refusal: REDIS_AWAY }));
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

/**
 * The one door to a provider, for every worker of the fleet together: pause, breaker, concurrency and rate, in one script. One
 * acquirer a process asks for all who wait here at once, critical first.
 */
export const createGate = (redis: Redis, options: GateOptions): ProviderGate => {
  const key = `{crier:gate:${options.provider}}`;
  const { monotonicMs } = options;
  const calls = createCallsInFlight(redis, key, options);
  const askFor = createAsker(redis, key, options);
  const lines = createLines(monotonicMs);
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
  const round = async (): Promise<void> => {
    for (const { lane, line, until } of lines.waiting()) {
      if (until > monotonicMs()) continue;
      const wanted = line.length();
      const slots = await askFor(lane, wanted, calls);
      calls.begin(slots.granted);
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
    round()
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
    close: async () => {
      clearTimeout(timer);
      await calls.close();
    },
  };
};
