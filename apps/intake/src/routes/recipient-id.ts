import { canonicalText } from '@crier/domain';
import type { Request } from 'express';
import { ProblemError } from '../http/problem-error.js';

const MAX_LENGTH = 128;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** The recipient's id from the path; 422 when it can't be one. */
export const recipientIdOf = (req: Request): string => {
  const id = canonicalText(String(req.params.id ?? ''));
  if (id === '' || id.length > MAX_LENGTH || CONTROL.test(id))
    throw new ProblemError('invalid', `A recipient id has 1 to ${MAX_LENGTH} printable characters.`, [
      { pointer: '', code: 'bad_id', detail: 'In the path.' },
    ]);
  return id;
};
