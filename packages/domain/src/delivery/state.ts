export const STATES = [
  'pending',
  'queued',
  'waiting_document',
  'held',
  'sending',
  'retrying',
  'unknown',
  'accepted',
  'delivered',
  'bounced',
  'expired',
  'suppressed',
  'dead',
] as const;
export type DeliveryState = (typeof STATES)[number];

/** States from which a worker may begin to send. */
export const OPEN_STATES = [
  'pending',
  'queued',
  'waiting_document',
  'held',
  'retrying',
] as const satisfies readonly DeliveryState[];

/** Nothing more happens by itself. `accepted` may still become delivered or bounced; `dead` and `bounced` may be replayed. */
export const TERMINAL_STATES = [
  'accepted',
  'delivered',
  'bounced',
  'expired',
  'suppressed',
  'dead',
] as const satisfies readonly DeliveryState[];

const OPEN: readonly DeliveryState[] = [
  'queued',
  'held',
  'waiting_document',
  'sending',
  'expired',
  'suppressed',
  'dead',
  'accepted',
  'delivered',
  'bounced',
];

/**
 * The legal transitions. Evidence of acceptance (`accepted`, `delivered`) wins from every state of a lower rank, also from
 * `dead`: what a provider took can't be untaken. A rejection that was reported later is `bounced` too, and proved wrong by a delivery.
 */
export const TRANSITIONS: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  pending: OPEN,
  queued: OPEN,
  waiting_document: OPEN,
  held: OPEN,
  retrying: OPEN,
  sending: ['queued', 'retrying', 'unknown', 'expired', 'suppressed', 'dead', 'accepted', 'delivered', 'bounced'],
  unknown: ['queued', 'dead', 'expired', 'suppressed', 'accepted', 'delivered', 'bounced'],
  accepted: ['delivered', 'bounced'],
  delivered: ['bounced'],
  bounced: ['queued', 'delivered'],
  expired: ['accepted', 'delivered', 'bounced'],
  suppressed: ['accepted', 'delivered', 'bounced'],
  dead: ['queued', 'accepted', 'delivered', 'bounced'],
};

export const mayMove = (from: DeliveryState, to: DeliveryState): boolean => TRANSITIONS[from].includes(to);
export const isTerminal = (state: DeliveryState): boolean =>
  (TERMINAL_STATES as readonly DeliveryState[]).includes(state);
export const isOpen = (state: DeliveryState): boolean => (OPEN_STATES as readonly DeliveryState[]).includes(state);
