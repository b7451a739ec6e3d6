import type { DeliveryState } from './state.js';

/**
 * What a provider can say afterwards, whatever its own words are. `rejected`: it took the message and then refused to
 * send it. `deferred`: it goes on trying, or gave up for a passing cause.
 */
export type ProviderEventKind = 'accepted' | 'rejected' | 'delivered' | 'bounced' | 'complained' | 'deferred';

/** One thing that a provider says about one message. */
export interface ProviderEvent {
  /** The delivery's 32 hex digits, as the message carried them; null when the event names none. */
  readonly deliveryKey: string | null;
  readonly provider: string;
  readonly messageId: string | null;
  readonly kind: ProviderEventKind;
  /** When it happened by the provider's clock: ISO 8601, UTC. */
  readonly at: string;
  /** The vendor's code, such as `5.1.1`. */
  readonly code: string | null;
  /** The vendor's words without addresses. */
  readonly detail: string | null;
  /** What it proves about the address, beyond this message: the suppression list takes it for this cause. */
  readonly suppress?: 'hard_bounce' | 'complaint' | 'unsubscribed' | undefined;
  /** Whom the message went to by the event's own word, canonical; null when it names nobody. Never logged. */
  readonly address?: string | null;
}

/** The part of a delivery that events can change. The copy that the row tells of is named by provider and message id. */
export interface Standing {
  readonly state: DeliveryState;
  readonly reason: string | null;
  readonly provider: string | null;
  readonly messageId: string | null;
  readonly acceptedAt: string | null;
  readonly deliveredAt: string | null;
  readonly bouncedAt: string | null;
  readonly complainedAt: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** What an event did to a delivery: news, something said before, or nothing that matters to it. */
export type EventEffect = 'changed' | 'repeated' | 'none';

/** One entry of the attempt log for an event that changed something. */
export interface EventEntry {
  readonly provider: string;
  readonly messageId: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly result: 'accepted' | 'rejected_later' | 'delivered' | 'bounced' | 'complained';
}

const EVIDENCE: ReadonlySet<DeliveryState> = new Set(['accepted', 'delivered', 'bounced']);

/** The event is about the copy whose acceptance the row records. Without an id on either side it is its provider's copy. */
const isOfThisCopy = (row: Standing, event: ProviderEvent): boolean =>
  row.acceptedAt !== null &&
  row.provider === event.provider &&
  (event.messageId === null || row.messageId === null || row.messageId === event.messageId);

/**
 * The event is about what the row stands for now: its copy, and no replay has begun since, for which an operator may have
 * corrected the address.
 */
export const isOfStanding = (row: Standing, event: ProviderEvent): boolean =>
  EVIDENCE.has(row.state) && isOfThisCopy(row, event);

/**
 * Whatever is said of a message proves that it was taken, and that wins from every lower state. The copy that the
 * row tells of already proves nothing new: after a replay its old events must not end the new attempt.
 */
const withEvidence = (row: Standing, event: ProviderEvent): Standing =>
  EVIDENCE.has(row.state) || isOfThisCopy(row, event)
    ? row
    : {
        ...row,
        state: 'accepted',
        reason: null,
        provider: event.provider,
        messageId: event.messageId,
        acceptedAt: event.at,
        deliveredAt: null,
        bouncedAt: null,
      };

type Step = (row: Standing, event: ProviderEvent) => Standing;
const nothing: Step = (row) => row;

/** After a replay the row still names the old copy, until a new one is taken: its end is not the new attempt's. */
const isReplayed = ({ state }: Standing): boolean => !EVIDENCE.has(state);

const delivered: Step = (row, { at }) => {
  if (row.deliveredAt !== null || isReplayed(row)) return row;
  return row.bouncedAt !== null
    ? { ...row, deliveredAt: at }
    : { ...row, state: 'delivered', reason: null, deliveredAt: at };
};
const bounced: Step = (row, { at, code, detail }) =>
  row.bouncedAt !== null || isReplayed(row)
    ? row
    : { ...row, state: 'bounced', reason: 'hard_bounce', bouncedAt: at, errorCode: code, errorMessage: detail };
const complained: Step = (row, { at }) => (row.complainedAt === null ? { ...row, complainedAt: at } : row);
const rejected: Step = (row, { code, detail }) =>
  row.state === 'accepted'
    ? { ...row, state: 'bounced', reason: 'rejected_later', errorCode: code, errorMessage: detail }
    : row;

/** About the copy that the row tells of. */
const OWN: Readonly<Record<ProviderEventKind, Step>> = {
  accepted: nothing,
  deferred: nothing,
  delivered,
  bounced,
  complained,
  rejected,
};
/** About another copy, after a fail-over or a resend: it may have arrived, or be complained of, but its end is not this one's. */
const OTHER: Readonly<Record<ProviderEventKind, Step>> = {
  accepted: nothing,
  deferred: nothing,
  delivered: (row, event) => (row.bouncedAt === null ? delivered(row, event) : row),
  bounced: nothing,
  complained,
  rejected: nothing,
};

const saidBefore = (row: Standing, { kind }: ProviderEvent): boolean =>
  (kind === 'delivered' && row.deliveredAt !== null) ||
  (kind === 'bounced' && row.bouncedAt !== null) ||
  (kind === 'complained' && row.complainedAt !== null) ||
  (kind === 'rejected' && row.reason === 'rejected_later');

/**
 * What a delivery is after an event. Ranks: accepted < rejected < delivered < bounced, where a rejection is the state
 * `bounced` without `bouncedAt`; a complaint stands beside them and changes no state. Never moves back, so the events of one copy end alike in whatever order they come, however often.
 */
export const applyProviderEvent = (
  row: Standing,
  event: ProviderEvent,
): { readonly row: Standing; readonly effect: EventEffect; readonly entry: EventEntry | null } => {
  if (event.kind === 'deferred') return { row, effect: 'none', entry: null };
  const proved = withEvidence(row, event);
  const own = isOfThisCopy(proved, event);
  const next = (own ? OWN : OTHER)[event.kind](proved, event);
  if (next === row) return { row, effect: own && saidBefore(row, event) ? 'repeated' : 'none', entry: null };
  const entry: EventEntry = {
    provider: event.provider,
    messageId: event.messageId,
    code: proved === row ? event.code : 'found_by_callback',
    message: event.detail,
    result: event.kind === 'rejected' ? 'rejected_later' : event.kind,
  };
  return { row: next, effect: 'changed', entry };
};
