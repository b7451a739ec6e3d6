import type { Severity } from '@crier/chat';
import { LANES, type Lane } from '@crier/domain';
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
  readonly name: string;
  readonly severity: Extract<Severity, 'critical' | 'warning'>;
  readonly title: (subject: string) => string;
  readonly meaning: string;
  readonly remedy: string;
  /** Page of the board that shows more. */
  readonly page: string;
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

const failurePercent = ({ died, accepted }: Facts): number =>
  died < FEWEST_DEAD ? 0 : (100 * died) / (died + accepted);

/** everything that people on call are told of. Each once when it begins and once when it is over. */
export const RULES: readonly Rule[] = [
  {
    name: 'dead_letters_growing',
    severity: 'critical',
    title: () => 'Dead letters are growing',
    meaning: 'Messages end that could not be delivered, more than now and then.',
    remedy: 'Look at their reasons: one reason for all is one cause. Mend it, then replay the group.',
    page: '/dead-letters',
    read: (facts, limits) => [
      { subject: 'dead-letters', value: facts.newDeadLetters, limit: limits.deadLetters, unit: '' },
    ],
  },
  {
    name: 'oldest_message_too_old',
    severity: 'critical',
    title: (lane) => `Messages of the ${lane} lane are late`,
    meaning: 'The oldest message that is due has waited longer than its lane allows.',
    remedy: 'See in the queues where they wait. No router or sender working: start one. All busy: start more.',
    page: '/queues',
    read: (facts, limits) =>
      LANES.map((lane) => ({
        subject: lane,
        value: facts.oldestSeconds[lane],
        limit: limits.oldestSeconds[lane],
        unit: 's',
      })),
  },
  {
    name: 'failure_ratio',
    severity: 'critical',
    title: () => 'Too many deliveries fail',
    meaning: 'Of what ended in the last five minutes, too large a share died.',
    remedy: 'Look at the newest dead letters: a bad template, a bad list of addresses, or a provider that rejects us.',
    page: '/dead-letters',
    read: (facts, limits) => [
      { subject: 'deliveries', value: failurePercent(facts), limit: limits.failurePercent, unit: '%' },
    ],
  },
  {
    name: 'provider_credentials_refused',
    severity: 'critical',
    title: (provider) => `${provider} refuses our credentials`,
    meaning:
      'The provider is paused: its messages go to the next provider or wait. None is lost, none uses up attempts.',
    remedy:
      'Check key, permissions and verified sender at the provider, and restart the senders if a variable changed.',
    page: '/',
    read: (facts) => shut(facts, ({ paused }) => paused),
  },
  {
    name: 'breaker_open',
    severity: 'critical',
    title: (provider) => `${provider} does not work`,
    meaning: 'Its breaker is open after failures in a row: messages go to the next provider or wait.',
    remedy: 'See the provider’s status page. The breaker tries again by itself; nothing has to be done here.',
    page: '/',
    // Half-open it only tries: the trouble is over when it closes.
    read: (facts) => shut(facts, ({ breaker }) => breaker !== 'closed'),
  },
  {
    name: 'outbox_not_draining',
    severity: 'critical',
    title: () => 'Accepted events are not being published',
    meaning: 'Events are stored safely, but no relay takes them out of the outbox.',
    remedy: 'See whether a relay runs and reaches PostgreSQL and Redis; its log says what it waits for.',
    page: '/queues',
    read: (facts) => [{ subject: 'outbox', value: facts.outboxOverdueSeconds, limit: OUTBOX_SECONDS, unit: 's' }],
  },
  {
    name: 'sweep_not_run',
    severity: 'critical',
    title: () => 'The sweep does not run',
    meaning: 'What waits for a time of its own, and what Redis lost, is not put back.',
    remedy: 'See whether a scheduler runs and reaches Redis; its log says why it can’t look.',
    page: '/',
    read: (facts, limits) => [
      { subject: 'sweep', value: facts.sweepAgeSeconds, limit: limits.sweepSeconds, unit: 's' },
    ],
  },
  {
    name: 'redis_may_evict',
    severity: 'warning',
    title: () => 'Redis may throw jobs away',
    meaning: 'Its maxmemory-policy is not noeviction: when memory runs short, jobs vanish until the sweep finds them.',
    remedy: 'Set maxmemory-policy to noeviction, at once and in Redis’s configuration.',
    page: '/queues',
    read: ({ evictionPolicy }) =>
      evictionPolicy === undefined
        ? undefined
        : [{ subject: 'redis', value: evictionPolicy === 'noeviction' ? 0 : 1, limit: 1, unit: '' }],
  },
  {
    name: 'digest_not_posted',
    severity: 'warning',
    title: () => 'The daily digest was not posted',
    meaning: 'It was due a quarter of an hour ago and no scheduler could post it. It will be posted, late.',
    remedy: 'See in the scheduler’s log what the chat answers, and check OPS_CHAT_WEBHOOK_URL and OPS_CHAT_KIND.',
    page: '/dead-letters',
    read: (facts) => [{ subject: 'digest', value: facts.digestLateSeconds, limit: DIGEST_SECONDS, unit: 's' }],
  },
];

export const ruleNamed = (name: string): Rule | undefined => RULES.find((rule) => rule.name === name);
