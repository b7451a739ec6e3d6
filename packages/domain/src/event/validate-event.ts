import type { Channel } from '../channel.js';
import type { FieldError } from '../errors.js';
import { canonicalText } from '../ids/event-identity.js';
import { type Micros, microsFromMs, parseInstant } from '../instant.js';
import { type Lane, resolveLane } from '../lane.js';
import { type Envelope, envelopeSchema } from './envelope.js';
import { fieldErrors } from './field-errors.js';
import { guardJson } from './guard-json.js';
import { addressFor, anonymousRecipientId, type EventRecipient, type InlineRecipient } from './recipient.js';

/** What intake must know of a notification type. */
export interface TypeRules {
  readonly lane: Lane;
  readonly maxLane: Lane;
  readonly expiresInMs: number | null;
}

export interface ValidEvent {
  readonly type: string;
  readonly entity: { readonly type: string; readonly id: string; readonly version: number | null };
  readonly occurredAt: Micros;
  readonly data: Readonly<Record<string, unknown>>;
  readonly recipients: readonly EventRecipient[];
  readonly channels: readonly Channel[] | null;
  readonly priority: Lane | null;
  /** As the sender asked; null when it said nothing. Part of the content that a second post is compared with. */
  readonly expiresAt: Micros | null;
  readonly lane: Lane;
  /** The sender's expiry or the type's default, counted from `occurredAt`. */
  readonly effectiveExpiresAt: Micros | null;
}

export interface ValidationContext {
  readonly typeRules: (type: string) => TypeRules | undefined;
  readonly nowMs: number;
  readonly maxAgeDays: number;
}

const AHEAD = 5n * 60_000_000n;
const DAY = 86_400_000_000n;

const instantErrors = (pointer: string, text: string): { micros?: Micros; errors: FieldError[] } => {
  const parsed = parseInstant(text);
  if ('micros' in parsed) return { micros: parsed.micros, errors: [] };
  const detail =
    parsed.problem === 'shape'
      ? 'Must be an RFC 3339 instant with an offset and at most six fraction digits, such as 2026-11-30T08:15:00.000Z.'
      : 'There is no such instant in the calendar.';
  return { errors: [{ pointer, code: parsed.problem === 'shape' ? 'bad_instant' : 'impossible_instant', detail }] };
};

const occurredAtErrors = (micros: Micros, context: ValidationContext): FieldError[] => {
  const now = microsFromMs(context.nowMs);
  if (micros > now + AHEAD)
    return [
      {
        pointer: '/occurredAt',
        code: 'future',
        detail: 'Lies more than 5 minutes in the future; check the sender’s clock.',
      },
    ];
  if (micros < now - BigInt(context.maxAgeDays) * DAY)
    return [
      {
        pointer: '/occurredAt',
        code: 'too_old',
        detail: `Lies more than ${context.maxAgeDays} days back (OCCURRED_AT_MAX_AGE_DAYS).`,
      },
    ];
  return [];
};

/** Inline recipients get an id, ids are canonical, and who is listed twice is one; the object wins over the bare id (R-3.3a). */
const normaliseRecipients = (
  given: NonNullable<Envelope['recipients']>,
): { recipients: EventRecipient[]; errors: FieldError[] } => {
  const byId = new Map<string, EventRecipient>();
  const errors: FieldError[] = [];
  given.forEach((recipient, i) => {
    if (typeof recipient === 'object' && 'audience' in recipient) {
      errors.push({
        pointer: `/recipients/${i}/audience`,
        code: 'unknown_audience',
        detail: `There is no audience "${recipient.audience}".`,
      });
      return;
    }
    const id = typeof recipient === 'string' ? recipient : (recipient.id ?? anonymousRecipientId(recipient));
    if (id === undefined) {
      errors.push({
        pointer: `/recipients/${i}`,
        code: 'nobody',
        detail: 'Give an id, an email, a phone or a whatsapp number.',
      });
      return;
    }
    const key = canonicalText(id);
    const known = byId.get(key);
    if (typeof recipient === 'string') byId.set(key, known ?? key);
    else if (known === undefined || typeof known === 'string')
      byId.set(key, { ...recipient, id: key } as InlineRecipient);
  });
  return { recipients: [...byId.values()], errors };
};

/** Whether anything could ever be sent to this recipient: only an inline object whose every address is malformed is lost. */
const mayBeReached = (recipient: EventRecipient): boolean => {
  if (typeof recipient === 'string') return true;
  const found = (['email', 'sms', 'whatsapp'] as const).map((channel) => addressFor(recipient, channel));
  return found.some((a) => typeof a === 'object') || found.every((a) => a === 'none');
};

const recipientErrors = (recipients: readonly EventRecipient[]): FieldError[] => {
  if (recipients.length === 0)
    return [
      {
        pointer: '/recipients',
        code: 'no_recipients',
        detail: 'Name at least one recipient: this type has no default audience.',
      },
    ];
  return recipients.some(mayBeReached)
    ? []
    : [
        {
          pointer: '/recipients',
          code: 'no_recipient_left',
          detail: 'Every address given is malformed, so nobody is left to notify.',
        },
      ];
};

/**
 * Validates a parsed body of `POST /v1/events`. Returns the event with everything resolved that needs no
 * directory, or every faulty field by JSON pointer. Pure: the clock and the types come in.
 */
export const validateEvent = (
  body: unknown,
  context: ValidationContext,
): { event: ValidEvent } | { errors: FieldError[] } => {
  const unsafe = guardJson(body);
  if (unsafe.length > 0) return { errors: unsafe };
  const parsed = envelopeSchema.safeParse(body, { reportInput: true });
  if (!parsed.success) return { errors: fieldErrors(parsed.error.issues) };
  const envelope = parsed.data;

  const errors: FieldError[] = [];
  const type = canonicalText(envelope.type);
  const rules = context.typeRules(type);
  if (!rules)
    errors.push({
      pointer: '/type',
      code: 'unknown_type',
      detail: `There is no notification type "${type}"; GET /v1/types lists them.`,
    });
  const occurred = instantErrors('/occurredAt', envelope.occurredAt);
  const expires = envelope.expiresAt === undefined ? undefined : instantErrors('/expiresAt', envelope.expiresAt);
  errors.push(...occurred.errors, ...(expires?.errors ?? []));
  if (occurred.micros !== undefined) errors.push(...occurredAtErrors(occurred.micros, context));
  const { recipients, errors: wrong } = normaliseRecipients(envelope.recipients ?? []);
  errors.push(...wrong, ...(wrong.length > 0 ? [] : recipientErrors(recipients)));
  if (errors.length > 0 || !rules || occurred.micros === undefined) return { errors };

  const byDefault = rules.expiresInMs === null ? null : occurred.micros + microsFromMs(rules.expiresInMs);
  return {
    event: {
      type,
      entity: {
        type: canonicalText(envelope.entity.type),
        id: canonicalText(envelope.entity.id),
        version: envelope.entity.version ?? null,
      },
      occurredAt: occurred.micros,
      data: envelope.data,
      recipients,
      channels: envelope.channels ? [...new Set(envelope.channels)] : null,
      priority: envelope.priority ?? null,
      expiresAt: expires?.micros ?? null,
      lane: resolveLane(rules, envelope.priority),
      effectiveExpiresAt: expires?.micros ?? byDefault,
    },
  };
};
