/** Why a recipient was not sent to, decided at routing or just before the call. */
export const SUPPRESS_REASONS = [
  'no_address',
  'invalid_address',
  'no_template',
  'duplicate',
  'opted_out',
  'suppression_list',
  'cancelled',
  'expired',
] as const;
export type SuppressReason = (typeof SUPPRESS_REASONS)[number];

/** Why a delivery is dead, with the words that the people on call read and what they can do about it. */
export const DEAD_REASONS = {
  template_error: {
    plain: 'The message could not be rendered: its template asks for something that the event does not carry.',
    remedy:
      'Correct the template and replay. If the ERP left the field out, it must post a new event with its own occurredAt; then this one can stay.',
  },
  document_failed: {
    plain: 'The document that this message links to or carries could not be made.',
    remedy:
      'Read in the attempts what it lacked. Correct the template, the renderer or the store and replay: the document is made again. If the ERP left a field out, it must post a new event.',
  },
  bad_address: {
    plain: 'The provider says that this address cannot receive messages.',
    remedy: 'Correct the address in the directory or the ERP, then replay.',
  },
  rejected: {
    plain: 'The provider refused this message for good.',
    remedy: 'Read the provider’s answer in the attempts; change the content or the sender, then replay.',
  },
  hard_bounce: {
    plain: 'The provider sent this message, and the recipient’s mail server refused it for good.',
    remedy: 'Correct the address in the directory or the ERP, or here for this message alone, then replay.',
  },
  rejected_later: {
    plain: 'The provider took this message and then refused to send it on.',
    remedy:
      'Read the provider’s words in the attempts; change the content or lift its block of the address, then replay.',
  },
  attempts_exhausted: {
    plain: 'Every attempt failed for a passing cause, and all attempts are used up.',
    remedy: 'See whether the provider has recovered, then replay.',
  },
  provider_5xx: {
    plain: 'The provider answered with server errors until all attempts were used up.',
    remedy: 'See whether the provider has recovered, then replay.',
  },
  throttled: {
    plain: 'The provider throttled us until all attempts were used up.',
    remedy: 'Lower the configured rate or ask the provider for a higher limit, then replay.',
  },
  unknown_outcome: {
    plain: 'We do not know whether the provider took this message: it may already have arrived.',
    remedy: 'Ask the recipient or search at the provider before replaying: a replay may be a second copy.',
  },
  stalled: {
    plain: 'Workers died ten times over this message.',
    remedy: 'Find out from the workers’ logs what kills them before replaying.',
  },
} as const;
export type DeadReason = keyof typeof DEAD_REASONS;
