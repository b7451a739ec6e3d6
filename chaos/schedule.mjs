// @ts-check
import { createRandom } from './random.mjs';

/**
 * @typedef {{ name: string, role: string }} Target
 * @typedef {{ atMs: number, kind: 'kill', app: string }
 *   | { atMs: number, kind: 'pause', app: string, forMs: number }
 *   | { atMs: number, kind: 'outage', provider: string, mode: string, forMs: number }
 *   | { atMs: number, kind: 'flush' | 'crash-redis' | 'crash-postgres' }} ScheduledFault
 */

const KILL_EVERY_MS = 5_000;
const PAUSE_EVERY_MS = 20_000;
const OUTAGE_EVERY_MS = 10_000;
/** Longer than the claim's lease of 5 s: the work of a worker that was paused has been given to another when it goes on. */
const PAUSE_MS = /** @type {const} */ ([6_000, 9_000]);
const OUTAGE_MS = /** @type {const} */ ([2_000, 5_000]);
/** Whoever works off a queue or a list: under a lease, or at the cost of another's turn. */
const isPaused = (/** @type {string} */ role) => /^(sender-.*|relay|router|documents|scheduler)$/.test(role);
/** All of a provider's calls fail, are never answered, or are refused for our credentials. */
const OUTAGES = ['error', 'hang', 'auth'];

/** Where in the run the stores are hit, as shares of it: apart from each other, because one that is down can't be hit. */
const STORE_FAULTS = /** @type {const} */ ([
  { kind: 'flush', from: 0.1, to: 0.25 },
  { kind: 'crash-postgres', from: 0.35, to: 0.45 },
  { kind: 'flush', from: 0.55, to: 0.65 },
  { kind: 'crash-redis', from: 0.75, to: 0.85 },
]);

/** One moment in each full stretch of `everyMs`, one at least. @param {number} durationMs @param {number} everyMs */
const stretches = (durationMs, everyMs) =>
  Array.from({ length: Math.max(1, Math.floor(durationMs / everyMs)) }, (_, n) => ({
    from: n * Math.min(everyMs, durationMs),
    to: (n + 1) * Math.min(everyMs, durationMs),
  }));

/**
 * What is broken when, in order of time: `atMs` counts from the first event. The same seed, duration, targets and providers
 * give the same list. The roles are killed in turn, so that each is hit; every fault is over when the duration is.
 *
 * @param {{ seed: number, durationMs: number, targets: readonly Target[], providers: readonly string[] }} plan
 * @returns {ScheduledFault[]}
 */
export const makeSchedule = ({ seed, durationMs, targets, providers }) => {
  const random = createRandom(seed, 'schedule');
  const roles = random.deck([...new Set(targets.map(({ role }) => role))]);
  const pausedRoles = random.deck([...new Set(targets.map(({ role }) => role).filter(isPaused))]);
  const modes = random.deck(OUTAGES);
  const victims = random.deck(providers);
  const oneOf = (/** @type {string} */ role) => random.pick(targets.filter((target) => target.role === role)).name;
  const lasting = (
    /** @type {{ from: number, to: number }} */ within,
    /** @type {readonly [number, number]} */ span,
  ) => {
    const forMs = Math.round(Math.min(random.between(...span), durationMs / 2));
    return { atMs: Math.round(random.between(within.from, Math.max(within.from, within.to - forMs))), forMs };
  };
  /** @type {ScheduledFault[]} */
  const faults = [
    ...stretches(durationMs, KILL_EVERY_MS).map(({ from, to }) => ({
      atMs: Math.round(random.between(from, to)),
      kind: /** @type {const} */ ('kill'),
      app: oneOf(roles()),
    })),
    ...stretches(durationMs, PAUSE_EVERY_MS).map((within) => ({
      ...lasting(within, PAUSE_MS),
      kind: /** @type {const} */ ('pause'),
      app: oneOf(pausedRoles()),
    })),
    ...(providers.length === 0 ? [] : stretches(durationMs, OUTAGE_EVERY_MS)).map((within) => ({
      ...lasting(within, OUTAGE_MS),
      kind: /** @type {const} */ ('outage'),
      provider: victims(),
      mode: modes(),
    })),
    ...STORE_FAULTS.map(({ kind, from, to }) => ({ atMs: Math.round(random.between(from, to) * durationMs), kind })),
  ];
  return faults.sort((a, b) => a.atMs - b.atMs);
};
