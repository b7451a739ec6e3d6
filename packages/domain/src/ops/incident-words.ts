/** How bad it is: `critical` wakes people. */
export type IncidentSeverity = 'critical' | 'warning';

/** What people are told of an incident, in the chat, by email and on the board. */
export interface IncidentWords {
  readonly severity: IncidentSeverity;
  readonly title: (subject: string) => string;
  readonly meaning: string;
  readonly remedy: string;
  /** Page of the board that shows more. */
  readonly page: string;
}

/** everything that people on call are told of, by the name of its rule. */
export const INCIDENTS = {
  dead_letters_growing: {
    severity: 'critical',
    title: () => 'Dead letters are growing',
    meaning: 'Messages end that could not be delivered, more than now and then.',
    remedy: 'Look at their reasons: one reason for all is one cause. Mend it, then replay the group.',
    page: '/dead-letters',
  },
  oldest_message_too_old: {
    severity: 'critical',
    title: (lane) => `Messages of the ${lane} lane are late`,
    meaning: 'The oldest message that is due has waited longer than its lane allows.',
    remedy: 'See in the queues where they wait. No router or sender working: start one. All busy: start more.',
    page: '/queues',
  },
  failure_ratio: {
    severity: 'critical',
    title: () => 'Too many deliveries fail',
    meaning: 'Of what ended in the last five minutes, too large a share died.',
    remedy: 'Look at the newest dead letters: a bad template, a bad list of addresses, or a provider that rejects us.',
    page: '/dead-letters',
  },
  provider_credentials_refused: {
    severity: 'critical',
    title: (provider) => `${provider} refuses our credentials`,
    meaning:
      'The provider is paused: its messages go to the next provider or wait. None is lost, none uses up attempts.',
    remedy:
      'Check key, permissions and verified sender at the provider, and restart the senders if a variable changed.',
    page: '/',
  },
  breaker_open: {
    severity: 'critical',
    title: (provider) => `${provider} does not work`,
    meaning: 'Its breaker is open after failures in a row: messages go to the next provider or wait.',
    remedy: 'See the provider’s status page. The breaker tries again by itself; nothing has to be done here.',
    page: '/',
  },
  sms_too_long: {
    severity: 'warning',
    title: (text) => `SMS of ${text} are longer than their manifest allows`,
    meaning: 'They go out all the same, and every further segment is paid for.',
    remedy:
      'Shorten the template, or one character keeps it out of GSM-7: crier templates check names it. Or allow more in the manifest.',
    page: '/',
  },
  push_token_unreadable: {
    severity: 'critical',
    title: (provider) => `Tokens of ${provider} devices can’t be read`,
    meaning: 'No key of CRIER_ENCRYPTION_KEY opens them. Their messages wait and use no attempts, until they expire.',
    remedy:
      'Put the key that they were stored under back into CRIER_ENCRYPTION_KEY of the senders, behind the newest. If it is lost, remove the devices: they register again.',
    page: '/',
  },
  documents_late: {
    severity: 'critical',
    title: () => 'Documents are late',
    meaning: 'A document has not been made for longer than a transactional message may wait; messages wait for it.',
    remedy: 'See whether a documents app runs, and in its log why it fails. Messages go out as soon as it is made.',
    page: '/queues',
  },
  outbox_not_draining: {
    severity: 'critical',
    title: () => 'Accepted events are not being published',
    meaning: 'Events are stored safely, but no relay takes them out of the outbox.',
    remedy: 'See whether a relay runs and reaches PostgreSQL and Redis; its log says what it waits for.',
    page: '/queues',
  },
  sweep_not_run: {
    severity: 'critical',
    title: () => 'The sweep does not run',
    meaning: 'What waits for a time of its own, and what Redis lost, is not put back.',
    remedy: 'See whether a scheduler runs and reaches Redis; its log says why it can’t look.',
    page: '/',
  },
  board_gone: {
    severity: 'warning',
    title: () => 'The board is gone',
    meaning: 'It has not been heard of for three minutes: nobody can replay, and nobody watches the scheduler.',
    remedy:
      'See why it ended, and start it. If it is not meant to run, stop it with SIGTERM once: then nobody waits for it.',
    page: '/',
  },
  redis_may_evict: {
    severity: 'warning',
    title: () => 'Redis may throw jobs away',
    meaning: 'Its maxmemory-policy is not noeviction: when memory runs short, jobs vanish until the sweep finds them.',
    remedy: 'Set maxmemory-policy to noeviction, at once and in Redis’s configuration.',
    page: '/queues',
  },
  digest_not_posted: {
    severity: 'warning',
    title: () => 'The daily digest was not posted',
    meaning: 'It was due a quarter of an hour ago and no scheduler could post it. It will be posted, late.',
    remedy: 'See in the scheduler’s log what the chat answers, and check OPS_CHAT_WEBHOOK_URL and OPS_CHAT_KIND.',
    page: '/dead-letters',
  },
} as const satisfies Readonly<Record<string, IncidentWords>>;

export type IncidentName = keyof typeof INCIDENTS;

/**
 * What only a message on its way shows: whoever sees it writes it down, now and then again while it goes on, and it is over
 * when nobody has seen it for `NOTICE_SECONDS`.
 */
export const NOTICES = ['sms_too_long', 'push_token_unreadable'] as const satisfies readonly IncidentName[];
export type NoticeName = (typeof NOTICES)[number];

/** How long what was seen stands, in seconds: people hear of the same thing once an hour at most. */
export const NOTICE_SECONDS = 3_600;

/** The words for a rule's incidents. One of another version's rule has words too. */
export const incidentWords = (rule: string): IncidentWords =>
  Object.hasOwn(INCIDENTS, rule)
    ? INCIDENTS[rule as IncidentName]
    : {
        severity: 'critical',
        title: (subject) => `${rule}: ${subject}`,
        meaning: 'A rule that this version does not know has opened it.',
        remedy: 'See the log of the app that opened it (audit_log says which).',
        page: '/',
      };
