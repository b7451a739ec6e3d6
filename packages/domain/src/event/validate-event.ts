import type { Channel } from '../channel.js';
import type { FieldError } from '../errors.js';
import { canonicalText } from '../ids/event-identity.js';
import { type Micros, microsFromMs, parseInstant } from '../instant.js';
import { type Lane, resolveLane } from '../lane.js';
import { type Envelope, envelopeSchema } from './envelope.js';
import { fieldErrors } from './field-errors.js';
import { guardJson } from './guard-json.js';
import { limitSize, MAX_ERRORS } from './limit-size.js';
import { readRecipients } from './read-recipients.js';
import type { EventRecipient } from './recipient.js';

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

interface Meaning {
  readonly type: string | undefined;
  readonly rules: TypeRules | undefined;
  readonly occurredAt: Micros | undefined;
  readonly expiresAt: Micros | undefined;
  readonly recipients: readonly EventRecipient[];
  readonly errors: readonly FieldError[];
}

/** What the fields mean, as far as they are there, and what is wrong with that. No `recipients` at all: nobody can tell. */
const readMeaning = (fields: Partial<Envelope>, context: ValidationContext): Meaning => {
  const errors: FieldError[] = [];
  const instant = (name: 'occurredAt' | 'expiresAt'): Micros | undefined => {
    const text = fields[name];
    if (text === undefined) return undefined;
    const read = instantErrors(`/${name}`, text);
    errors.push(...read.errors);
    return read.micros;
  };
  const type = fields.type === undefined ? undefined : canonicalText(fields.type);
  const rules = type === undefined ? undefined : context.typeRules(type);
  if (type !== undefined && !rules)
    errors.push({
      pointer: '/type',
      code: 'unknown_type',
      detail: `There is no notification type "${type}"; GET /v1/types lists them.`,
    });
  const occurredAt = instant('occurredAt');
  if (occurredAt !== undefined) errors.push(...occurredAtErrors(occurredAt, context));
  const expiresAt = instant('expiresAt');
  const { recipients, errors: wrong } =
    'recipients' in fields ? readRecipients(fields.recipients ?? []) : { recipients: [], errors: [] };
  return { type, rules, occurredAt, expiresAt, recipients, errors: [...errors, ...wrong] };
};

/** The fields that the schema has nothing against, so that one faulty field does not hide what is wrong with another. */
const soundFields = (body: unknown): Partial<Envelope> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const given = new Map<string, unknown>(Object.entries(body));
  const sound = Object.entries(envelopeSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(given.get(name));
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(sound) as Partial<Envelope>;
};

/** The first thing said about a place is the most basic one; the rest follows from it. */
const onePerPlace = (errors: readonly FieldError[]): FieldError[] =>
  [
    ...errors
      .reduce((said, e) => (said.has(e.pointer) ? said : said.set(e.pointer, e)), new Map<string, FieldError>())
      .values(),
  ].slice(0, MAX_ERRORS);

/**
 * Validates a parsed body of `POST /v1/events`. Returns the event with everything resolved that needs no
 * directory, or every faulty field by JSON pointer, up to 50. Pure: the clock and the types come in.
 */
export const validateEvent = (
  body: unknown,
  context: ValidationContext,
): { event: ValidEvent } | { errors: FieldError[] } => {
  const oversized = limitSize(body);
  if (oversized.length > 0) return { errors: oversized };
  const unsafe = guardJson(body);
  const parsed = envelopeSchema.safeParse(body, { reportInput: true });
  const { type, rules, occurredAt, expiresAt, recipients, errors } = readMeaning(
    parsed.success ? { recipients: [], ...parsed.data } : soundFields(body),
    context,
  );
  const wrong = onePerPlace([...unsafe, ...(parsed.success ? [] : fieldErrors(parsed.error.issues)), ...errors]);
  if (wrong.length > 0 || !parsed.success || type === undefined || !rules || occurredAt === undefined)
    return { errors: wrong };

  const envelope = parsed.data;
  const byDefault = rules.expiresInMs === null ? null : occurredAt + microsFromMs(rules.expiresInMs);
  return {
    event: {
      type,
      entity: {
        type: canonicalText(envelope.entity.type),
        id: canonicalText(envelope.entity.id),
        version: envelope.entity.version ?? null,
      },
      occurredAt,
      data: envelope.data,
      recipients,
      channels: envelope.channels ? [...new Set(envelope.channels)] : null,
      priority: envelope.priority ?? null,
      expiresAt: expiresAt ?? null,
      lane: resolveLane(rules, envelope.priority),
      effectiveExpiresAt: expiresAt ?? byDefault,
    },
  };
};
