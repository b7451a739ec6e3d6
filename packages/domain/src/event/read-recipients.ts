import { canonicalJson, type Json } from '../canonical-json.js';
import type { FieldError } from '../errors.js';
import { canonicalText } from '../ids/event-identity.js';
import type { Envelope } from './envelope.js';
import { MAX_ERRORS } from './limit-size.js';
import { addressFor, anonymousRecipientId, type EventRecipient, type InlineRecipient } from './recipient.js';

type Given = NonNullable<Envelope['recipients']>[number];
type Inline = Exclude<Given, string | { audience: string }>;

const isInline = (given: Given): given is Inline => typeof given === 'object' && !('audience' in given);

const ADDRESSES = [
  ['email', 'email'],
  ['phone', 'sms'],
  ['whatsapp', 'whatsapp'],
] as const;

/** Several people without an id behind one address, such as an office's mailbox, each with a phone, stay several. */
const anonymousIds = (given: readonly Given[]): Map<Inline, string | undefined> => {
  const anonymous = given.filter(isInline).filter((r) => r.id === undefined);
  const ids = anonymous.map((r) => ({ r, first: anonymousRecipientId(r), whole: anonymousRecipientId(r, true) }));
  const people = new Map<string | undefined, Set<string | undefined>>();
  for (const { first, whole } of ids) people.set(first, (people.get(first) ?? new Set()).add(whole));
  return new Map(ids.map(({ r, first, whole }) => [r, (people.get(first)?.size ?? 0) > 1 ? whole : first]));
};

/** Who is listed twice is one: an object tells more than an id; of two objects always the same one, in whatever order. */
const fold = (known: EventRecipient | undefined, next: EventRecipient): EventRecipient => {
  if (known === undefined || typeof next === 'string') return known ?? next;
  if (typeof known === 'string') return next;
  const text = (recipient: InlineRecipient) => canonicalJson({ ...recipient } as Json);
  return text(next) < text(known) ? next : known;
};

/** 422 only when nobody is left, that is when there are only inline objects whose every address is malformed. */
const nobodyLeft = (given: readonly Given[]): FieldError[] => {
  if (given.length === 0)
    return [
      {
        pointer: '/recipients',
        code: 'no_recipients',
        detail: 'Name at least one recipient: this type has no default audience.',
      },
    ];
  const malformed: FieldError[] = [];
  for (const [i, recipient] of given.entries()) {
    if (!isInline(recipient)) return [];
    const found = ADDRESSES.map(([field, channel]) => [field, addressFor(recipient, channel)] as const);
    if (found.some(([, a]) => typeof a === 'object') || found.every(([, a]) => a === 'none')) return [];
    for (const [field, a] of found)
      if (a === 'malformed' && malformed.length < MAX_ERRORS)
        malformed.push({
          pointer: `/recipients/${i}/${field}`,
          code: 'invalid_address',
          detail:
            field === 'email'
              ? 'Not an email address.'
              : 'Not a phone number in international form such as +9779800000000.',
        });
  }
  return [
    {
      pointer: '/recipients',
      code: 'no_recipient_left',
      detail: 'Every address given is malformed, so nobody is left to notify.',
    },
    ...malformed,
  ];
};

/** Recipients as an event keeps them: everyone has an id, ids are canonical, and each is there once (R-3.3a). */
export const readRecipients = (
  given: readonly Given[],
): { recipients: readonly EventRecipient[]; errors: readonly FieldError[] } => {
  const errors: FieldError[] = [];
  const byId = new Map<string, EventRecipient>();
  const anonymous = anonymousIds(given);
  for (const [i, recipient] of given.entries()) {
    if (errors.length >= MAX_ERRORS) break;
    if (typeof recipient === 'object' && 'audience' in recipient) {
      errors.push({
        pointer: `/recipients/${i}/audience`,
        code: 'unknown_audience',
        detail: `There is no audience "${recipient.audience}".`,
      });
      continue;
    }
    const id = typeof recipient === 'string' ? recipient : (recipient.id ?? anonymous.get(recipient));
    if (id === undefined) {
      errors.push({
        pointer: `/recipients/${i}`,
        code: 'nobody',
        detail: 'Give an id, an email, a phone or a whatsapp number.',
      });
      continue;
    }
    const key = canonicalText(id);
    const next = typeof recipient === 'string' ? key : ({ ...recipient, id: key } satisfies InlineRecipient);
    byId.set(key, fold(byId.get(key), next));
  }
  return { recipients: [...byId.values()], errors: errors.length > 0 ? errors : nobodyLeft(given) };
};
