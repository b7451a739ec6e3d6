import type { Lane } from '@crier/domain';

export interface GateLimits {
  /** Messages a second, all workers of the fleet together. */
  readonly ratePerSecond: number;
  /** Calls in flight, all workers of the fleet together. */
  readonly concurrency: number;
  readonly breakerFailures: number;
  readonly breakerCooldownMs: number;
  /** Calls that a half-open breaker lets through at once. */
  readonly breakerProbes: number;
  /** A paused provider is tried with one message in this time. */
  readonly probeMs: number;
  /** Longest call: a probe that has said nothing by then is taken for lost. */
  readonly timeoutMs: number;
}

/**
 * What a call proved about the provider: `failure` is a timeout, a 5xx or a connection error, `refused` our own
 * credentials or configuration, `neutral` any other 4xx, or a permit that was not used.
 */
export type Verdict = 'ok' | 'failure' | 'neutral' | 'refused';
export type GateChange = 'opened' | 'closed' | 'paused' | 'resumed';
export type BreakerState = 'closed' | 'half-open' | 'open';

export interface Permit {
  readonly kind: 'go';
  /** Whether there was a wait: what was true before it must be asked again. */
  readonly waited: boolean;
  /** When the call is over: gives the place back and says what it proved. Only the first word counts. */
  leave(verdict: Verdict): void;
}

export interface Refusal {
  readonly kind: 'wait';
  readonly why: 'rate' | 'concurrency' | 'breaker' | 'paused' | 'redis';
  /** When it is worth asking again. */
  readonly ms: number;
}

export interface ProviderGate {
  /** Asks for a slot and waits in line for it, `patienceMs` at most. Never rejects: a Redis that is away is a wait. */
  enter(lane: Lane, patienceMs: number): Promise<Permit | Refusal>;
  /**
   * Whether the provider is paused and its next probe is due, as far as this process knows: a message of ours has to try it,
   * also when another provider would take all of them.
   */
  probeDue(): boolean;
  /** Says the last verdicts and stops. */
  close(): Promise<void>;
}

export interface GateOptions extends GateLimits {
  readonly provider: string;
  /** This process: what it has in flight counts as its own, and dies with it. */
  readonly process: string;
  readonly monotonicMs: () => number;
  /** The breaker's state as this process last heard of it. */
  readonly onState: (state: BreakerState) => void;
  /** What a verdict of this process changed for the fleet: exactly one process is told of each change. */
  readonly onChange: (change: GateChange) => void;
}

export const STATES: readonly BreakerState[] = ['closed', 'half-open', 'open'];
