import { isConnectionError } from '@crier/db';
import { problemOf } from '@crier/domain';
import type { Logger } from '@crier/runtime';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ProblemError } from './problem-error.js';

const RETRY_AFTER_S = 2;

/** What Express and body-parser throw, in our words. Their own pages are HTML and tell too much. */
const fromFramework = (error: { status?: number; type?: string }): ProblemError | undefined => {
  if (error.type === 'entity.too.large')
    return new ProblemError('too_large', 'The body is over the limit; split it or send less.');
  if (error.type === 'encoding.unsupported')
    return new ProblemError(
      'unsupported_media_type',
      'This content encoding is not read; use gzip, deflate, br or none.',
    );
  if (error.status !== undefined && error.status >= 400 && error.status < 500)
    return new ProblemError('bad_request', 'The request could not be read to its end.');
  return undefined;
};

const asProblem = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (isConnectionError(error))
    return new ProblemError(
      'unavailable',
      'The database does not answer, so it is not certain that this was stored. Send it again.',
      [],
      RETRY_AFTER_S,
    );
  const known =
    typeof error === 'object' && error !== null
      ? fromFramework(error as { status?: number; type?: string })
      : undefined;
  return (
    known ?? new ProblemError('internal', 'The request failed here; send it again, and tell the operators if it stays.')
  );
};

/** Turns every error into a problem document (RFC 9457). Never a stack trace. */
export const problemHandler =
  (log: Logger): ErrorRequestHandler =>
  (error, req, res, next) => {
    const problem = asProblem(error);
    if (problem.code === 'internal')
      log.error({ path: req.path, err: error instanceof Error ? error.message : String(error) }, 'a request failed');
    if (res.headersSent) return next(error);
    if (problem.retryAfterS !== undefined) res.setHeader('Retry-After', String(problem.retryAfterS));
    if (problem.code === 'unauthorized') res.setHeader('WWW-Authenticate', 'Bearer realm="crier"');
    const body = problemOf(problem.code, problem.message, problem.errors, req.originalUrl.split('?')[0]);
    res.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  };

/** 404 as a problem document, which tells where to read what there is. */
export const notFound: RequestHandler = (req) => {
  throw new ProblemError('not_found', `There is no ${req.method} ${req.path}. GET /docs describes every call.`);
};
