import type { Redis } from 'ioredis';
import { createScript } from '../script.js';
import { LEAVE } from './gate-scripts.js';
import { type GateChange, type GateOptions, STATES, type Verdict } from './gate-types.js';

/** So often it says how many calls it has in flight: others count on it, and an emptied Redis learns it before it gives slots. */
const HEARTBEAT_MS = 500;
/** Without calls it only listens: others may have paused the provider, or ended the pause. */
const BEATS_WITHOUT_CALLS = 10;

/** Tells the fleet how many calls this process has in flight and what finished ones proved; hears how the provider stands. */
const createTeller = (redis: Redis, key: string, options: GateOptions, onProbeIn: (ms: number) => void) => {
  const leave = createScript(redis, 'crierLeave', LEAVE);
  const { breakerFailures, breakerCooldownMs, probeMs } = options;
  const limits = [breakerFailures, breakerCooldownMs * 1_000, probeMs * 1_000];
  return async (inFlight: number, answered: number, verdicts: readonly string[]): Promise<void> => {
    const answer = await leave([key], [options.process, inFlight, answered, ...limits, ...verdicts]);
    const [state, probeInMs, ...changes] = answer as [number, number, ...GateChange[]];
    options.onState(STATES[state] ?? 'closed');
    onProbeIn(probeInMs);
    for (const change of changes) options.onChange(change);
  };
};

/** This process' calls to one provider: how many, and what the finished ones proved, told to the fleet in few commands. */
export const createCallsInFlight = (...at: Parameters<typeof createTeller>) => {
  const tell = createTeller(...at);
  let inFlight = 0;
  let answered = 0;
  let unsaid: string[] = [];
  let saying: Promise<void> | undefined;

  const sayAll = async (): Promise<void> => {
    while (unsaid.length > 0) {
      const verdicts = unsaid;
      unsaid = [];
      // Redis is away: the breaker learns from the calls that come after.
      await tell(inFlight, answered, verdicts).catch(() => {});
    }
  };
  let beats = 0;
  const heartbeat = setInterval(() => {
    if (inFlight > 0 || ++beats % BEATS_WITHOUT_CALLS === 0) tell(inFlight, answered, []).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    count: (): number => inFlight,
    /** Number of the next question for slots; one is asked at a time. */
    nextQuestion: (): number => answered + 1,
    /** The answer is here: its slots count as calls in flight from now on. */
    begin: (granted: number): void => {
      answered++;
      inFlight += granted;
    },
    end: (epoch: string, verdict: Verdict): void => {
      inFlight--;
      unsaid.push(epoch, verdict);
      saying ??= sayAll().finally(() => {
        saying = undefined;
      });
    },
    close: async (): Promise<void> => {
      clearInterval(heartbeat);
      await saying;
    },
  };
};
