import type { z } from 'zod';
import { pointerSegment } from '../canonical-json.js';
import type { FieldError } from '../errors.js';

type Issue = z.core.$ZodIssue;

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${pointerSegment(String(key))}`).join('');

const WORDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  record: 'an object',
};

const isCounted = (origin: string): boolean => origin === 'string' || origin === 'array';
const amount = (origin: string, n: number | bigint): string => {
  if (!isCounted(origin)) return String(n);
  const [one, several] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `${n} ${Number(n) === 1 ? one : several}`;
};

const REQUIRED = { code: 'required', detail: 'This field is required.' };

const explain = (issue: Issue): { code: string; detail: string } => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? REQUIRED
        : { code: 'wrong_type', detail: `Must be ${WORDS[issue.expected] ?? `of type ${issue.expected}`}.` };
    case 'invalid_value':
      if (issue.input === undefined) return REQUIRED;
      return { code: 'not_allowed', detail: `Must be one of: ${issue.values.map(String).join(', ')}.` };
    case 'too_big':
      return {
        code: isCounted(issue.origin) ? 'too_long' : 'out_of_range',
        detail: `Must be at most ${amount(issue.origin, issue.maximum)}.`,
      };
    case 'too_small':
      return {
        code: isCounted(issue.origin) ? 'too_short' : 'out_of_range',
        detail: `Must be at least ${amount(issue.origin, issue.minimum)}.`,
      };
    case 'invalid_key':
      return explain(issue.issues[0] as Issue);
    case 'custom':
      return { code: String(issue.params?.code ?? 'invalid'), detail: `This field ${issue.message}.` };
    default:
      return { code: issue.code, detail: issue.message };
  }
};

/** How much would have to be added to or taken from a value to have this branch's fields. */
const misfits = (branch: readonly Issue[]): number =>
  branch.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    return issue.code === 'invalid_type' && issue.input === undefined ? sum + 1 : sum;
  }, 0);

/**
 * A zod error (parsed with `reportInput`) as field errors with JSON pointers. A failed union speaks with the voice of the
 * branch that the value was most likely meant for, by its kind and its fields: "nothing matched" helps nobody.
 */
export const fieldErrors = (issues: readonly Issue[], base: readonly PropertyKey[] = []): FieldError[] =>
  issues.flatMap((issue): FieldError[] => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        pointer: pointerOf([...path, key]),
        code: 'unknown_field',
        detail: 'No such field; remove it or move it into "data".',
      }));
    if (issue.code === 'invalid_union') {
      const ofItsKind = issue.errors.filter(
        (branch) => !branch.some((i) => i.path.length === 0 && i.code === 'invalid_type'),
      );
      const meant = ofItsKind.toSorted((a, b) => misfits(a) - misfits(b))[0];
      if (meant) return fieldErrors(meant, path);
      const detail = 'Must be a recipient id (a string) or a recipient object.';
      return [{ pointer: pointerOf(path), code: 'wrong_type', detail }];
    }
    return [{ pointer: pointerOf(path), ...explain(issue) }];
  });
