import { type ErrorCode, type FieldError, problemOf } from '@crier/domain';
import type { ErrorRequestHandler, Response } from 'express';
import type { z } from 'zod';

/** A request that is refused: thrown by a route, answered by `answerProblems`. */
export class BadRequest extends Error {
  constructor(
    readonly code: ErrorCode,
    detail: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(detail);
  }
}

export const sendProblem = (
  res: Response,
  code: ErrorCode,
  detail: string,
  errors: readonly FieldError[] = [],
): void => {
  const problem = problemOf(code, detail, errors);
  res.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
};

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const KINDS: Readonly<Record<string, string>> = {
  string: 'one string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
};

/** What to do about it: zod's own words name the schema, not the way out. */
const adviceOn = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${KINDS[issue.expected] ?? `of type ${issue.expected}`}.`;
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return issue.origin === 'string' ? 'Must not be empty.' : `Must be at least ${issue.minimum}.`;
    case 'too_big':
      return `Must be at most ${issue.maximum}.`;
    default:
      return `${issue.message}.`;
  }
};

const fieldErrors = (issues: readonly z.core.$ZodIssue[], fields: readonly string[]): FieldError[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          pointer: pointerOf([...issue.path, key]),
          code: 'unknown_field',
          detail: `There is no such field; the fields are ${fields.join(', ')}.`,
        }))
      : [{ pointer: pointerOf(issue.path), code: issue.code, detail: adviceOn(issue) }],
  );

/** What the schema makes of the input, or a 422 that names every faulty field by JSON pointer. */
export const parsed = <S extends z.ZodObject>(schema: S, input: unknown, what: string): z.infer<S> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error.issues, Object.keys(schema.shape));
  throw new BadRequest('invalid', `${what} is not valid: see "errors".`, errors);
};

/** Express's and body-parser's own errors carry a status; anything without one is ours. */
const codeOf = (error: { status?: unknown; type?: unknown }): ErrorCode => {
  if (error.type === 'entity.parse.failed') return 'invalid_json';
  if (error.status === 413) return 'too_large';
  if (error.status === 415) return 'unsupported_media_type';
  return typeof error.status === 'number' && error.status < 500 ? 'bad_request' : 'internal';
};

/** Every error of a route as a problem document (RFC 9457); what nobody foresaw is reported and answered without details. */
export const answerProblems =
  (report: (error: unknown) => void): ErrorRequestHandler =>
  (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof BadRequest) return sendProblem(res, error.code, error.message, error.errors);
    const code = codeOf(error);
    if (code === 'internal') report(error);
    sendProblem(res, code, code === 'internal' ? 'The sandbox failed; its log says why.' : String(error.message));
  };
