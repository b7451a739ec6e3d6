import {
  BOARD,
  BOARD_LIMIT_SECONDS,
  type IncidentName,
  LANES,
  type Lane,
  NOTICE_SECONDS,
  NOTICES,
  type NoticeName,
} from '@crier/domain';
import type { Facts } from './facts.js';

/** From the settings ALERT_…; times in seconds. */
export interface AlertLimits {
  readonly oldestSeconds: Readonly<Record<Lane, number>>;
  readonly failurePercent: number;
  readonly deadLetters: number;
  readonly sweepSeconds: number;
}

/** One thing measured: at its limit an incident begins, below half of it the incident is over. */
export interface Reading {
  readonly subject: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: '' | 's' | '%';
}

export interface Rule {
  readonly name: IncidentName;
  /** Undefined: not to be known right now; what is open stays open. */
  readonly read: (facts: Facts, limits: AlertLimits) => readonly Reading[] | undefined;
}

/** A share of a handful says nothing. */
const FEWEST_DEAD = 3;
/** The relay publishes within milliseconds; a lease that a dead relay left behind is over by then. */
const OUTBOX_SECONDS = 30;
const DIGEST_SECONDS = 900;

/** A gate is shut or it is not; the sender's own word is the quick path to the same incident. */
const shut = (
  { gates }: Facts,
  isShut: (gate: NonNullable<Facts['gates']>[number]) => boolean,
): readonly Reading[] | undefined =>
  gates?.map((gate) => ({ subject: gate.provider, value: isShut(gate) ? 1 : 0, limit: 1, unit: '' }));

/** A sender has opened it; it ends when none has seen it for long enough. */
const seenOf = (name: NoticeName, { notices }: Facts): readonly Reading[] =>
  notices
    .filter(({ rule }) => rule === name)
    .map(({ subject, seconds }) => ({ subject, value: seconds < NOTICE_SECONDS ? 1 : 0, limit: 1, unit: '' }));

const failurePercent = ({ died, accepted }: Facts): number =>
  died < FEWEST_DEAD ? 0 : (100 * died) / (died + accepted);

/** everything that people on call are told of. Each once when it begins and once when it is over. */
export const RULES: readonly Rule[] = [
  {
    name: 'dead_letters_growing',
    read: (facts, limits) => [
      { subject: 'dead-letters', value: facts.newDeadLetters, limit: limits.deadLetters, unit: '' },
    ],
  },
  {
    name: 'oldest_message_too_old',
    read: (facts, limits) =>
      LANES.map((lane) => ({
        subject: lane,
        value: facts.oldestSeconds[lane],
        limit: limits.oldestSeconds[lane],
        unit: 's',
      })),
  },
  {
    name: 'documents_late',
    // Messages of the transactional lane wait for them.
    read: (facts, limits) => [
      { subject: 'documents', value: facts.documentSeconds, limit: limits.oldestSeconds.transactional, unit: 's' },
    ],
  },
  {
    name: 'failure_ratio',
    read: (facts, limits) => [
      { subject: 'deliveries', value: failurePercent(facts), limit: limits.failurePercent, unit: '%' },
    ],
  },
  {
    name: 'provider_credentials_refused',
    read: (facts) => shut(facts, ({ paused }) => paused),
  },
  {
    name: 'breaker_open',
    // Half-open it only tries: the trouble is over when it closes.
    read: (facts) => shut(facts, ({ breaker }) => breaker !== 'closed'),
  },
  {
    name: 'outbox_not_draining',
    read: (facts) => [{ subject: 'outbox', value: facts.outboxOverdueSeconds, limit: OUTBOX_SECONDS, unit: 's' }],
  },
  {
    name: 'sweep_not_run',
    read: (facts, limits) => [
      { subject: 'sweep', value: facts.sweepAgeSeconds, limit: limits.sweepSeconds, unit: 's' },
    ],
  },
  {
    name: 'board_gone',
    read: (facts) => [{ subject: BOARD, value: facts.boardSilentSeconds, limit: BOARD_LIMIT_SECONDS, unit: 's' }],
  },
  {
    name: 'redis_may_evict',
    read: ({ evictionPolicy }) =>
      evictionPolicy === undefined
        ? undefined
        : [{ subject: 'redis', value: evictionPolicy === 'noeviction' ? 0 : 1, limit: 1, unit: '' }],
  },
  {
    name: 'digest_not_posted',
    read: (facts) => [{ subject: 'digest', value: facts.digestLateSeconds, limit: DIGEST_SECONDS, unit: 's' }],
  },
  ...NOTICES.map((name): Rule => ({ name, read: (facts) => seenOf(name, facts) })),
];
