import type { z } from 'zod';
import { pointerSegment } from '../canonical-json.js';
import type { FieldError } from '../errors.js';

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${pointerSegment(String(key))}`).join('');

const WORDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  record: 'an object',
};

const explain = (issue: z.core.$ZodIssue): { code: string; detail: string } => {
  switch (issue.code) {
    case 'invalid_type': {
      const missing = issue.input === undefined;
      return missing
        ? { code: 'required', detail: 'This field is required.' }
        : { code: 'wrong_type', detail: `Must be ${WORDS[issue.expected] ?? `of type ${issue.expected}`}.` };
    }
    case 'invalid_value':
      return { code: 'not_allowed', detail: `Must be one of: ${issue.values.map(String).join(', ')}.` };
    case 'too_big':
      return { code: 'too_long', detail: `Must be at most ${issue.maximum}.` };
    case 'too_small':
      return { code: 'too_short', detail: `Must be at least ${issue.minimum}.` };
    case 'custom':
      return { code: String(issue.params?.code ?? 'invalid'), detail: `This field ${issue.message}.` };
    default:
      return { code: issue.code, detail: issue.message };
  }
};

/**
 * A zod error as field errors with JSON pointers. A failed union speaks with the voice of the branch that came furthest:
 * "nothing matched" helps nobody.
 */
export const fieldErrors = (issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): FieldError[] =>
  issues.flatMap((issue): FieldError[] => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        pointer: pointerOf([...path, key]),
        code: 'unknown_field',
        detail: 'No such field; remove it or move it into "data".',
      }));
    if (issue.code === 'invalid_union') {
      const depth = (branch: readonly z.core.$ZodIssue[]) =>
        Math.max(0, ...branch.map((i) => i.path.length + (i.code === 'unrecognized_keys' ? -0.5 : 0)));
      const best = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
      const wrongKind = issue.errors.every((branch) =>
        branch.some((i) => i.path.length === 0 && i.code === 'invalid_type'),
      );
      return wrongKind || !best
        ? [
            {
              pointer: pointerOf(path),
              code: 'wrong_type',
              detail: 'Must be a recipient id (a string) or a recipient object.',
            },
          ]
        : fieldErrors(best, path);
    }
    return [{ pointer: pointerOf(path), ...explain(issue) }];
  });
