import { type FieldError, fieldErrors, guardJson } from '@crier/domain';
import type { z } from 'zod';
import { ProblemError } from './problem-error.js';

/** Errors that one answer names: whoever has more has one fault many times. */
const MAX_ERRORS = 50;

/** A parsed body as the schema reads it; 422 with every faulty field otherwise. `more`: what the schema cannot tell. */
export const validBody = <T extends z.ZodType>(
  schema: T,
  body: unknown,
  more: (value: z.output<T>) => readonly FieldError[] = () => [],
): z.output<T> => {
  const unsafe = guardJson(body);
  const parsed = schema.safeParse(body, { reportInput: true });
  const errors = unsafe.length > 0 ? unsafe : parsed.success ? more(parsed.data) : fieldErrors(parsed.error.issues);
  if (errors.length > 0 || !parsed.success)
    throw new ProblemError('invalid', `${errors.length} field(s) are not valid.`, errors.slice(0, MAX_ERRORS));
  return parsed.data;
};
