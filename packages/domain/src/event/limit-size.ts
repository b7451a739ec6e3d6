import type { FieldError } from '../errors.js';

/** Inline recipients of one event; more belong into several events, or into the directory's lists. */
const MAX_RECIPIENTS = 20_000;
/** Errors that one answer names: whoever has more has one fault many times. */
export const MAX_ERRORS = 50;
const MAX_FIELDS = 50;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tooManyFields = (value: unknown, pointer: string): FieldError[] =>
  isObject(value) && Object.keys(value).length > MAX_FIELDS
    ? [
        {
          pointer,
          code: 'too_many_fields',
          detail: `Has more than ${MAX_FIELDS} fields; what is your own belongs into "data".`,
        },
      ]
    : [];

/** Entries that can't be recipients at all, as many as an answer names. */
const notRecipients = (recipients: readonly unknown[]): FieldError[] => {
  const errors: FieldError[] = [];
  for (let i = 0; i < recipients.length && errors.length < MAX_ERRORS; i++) {
    const pointer = `/recipients/${i}`;
    if (typeof recipients[i] !== 'string' && !isObject(recipients[i]))
      errors.push({ pointer, code: 'wrong_type', detail: 'Must be a recipient id (a string) or a recipient object.' });
    else errors.push(...tooManyFields(recipients[i], pointer));
  }
  return errors;
};

/**
 * What is too much to be looked at field by field: 20,000 recipients, 50 fields, 50 entries of the wrong kind. A schema would
 * describe each fault of a megabyte of them, and nobody else would be answered meanwhile.
 */
export const limitSize = (body: unknown): FieldError[] => {
  if (!isObject(body)) return [];
  const own = tooManyFields(body, '');
  if (own.length > 0) return own;
  const { recipients } = body as { recipients?: unknown };
  if (!Array.isArray(recipients)) return [];
  if (recipients.length > MAX_RECIPIENTS)
    return [
      {
        pointer: '/recipients',
        code: 'too_long',
        detail: `Must be at most ${MAX_RECIPIENTS} entries; post several events.`,
      },
    ];
  const wrong = notRecipients(recipients);
  return wrong.length >= MAX_ERRORS || wrong.some((e) => e.code === 'too_many_fields') ? wrong : [];
};
