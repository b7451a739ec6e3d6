import { isConnectionError } from '@crier/db';
import { problemOf } from '@crier/domain';
import type { Logger } from '@crier/runtime';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ProblemError, tryAgain } from './problem-error.js';
import { MIB } from './raw-body.js';

const RETRY_AFTER_S = 2;

const asProblem = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (isConnectionError(error)) return tryAgain('The database does not answer.');
  const { status = 500, type, limit = MIB } = (error ?? {}) as { status?: number; type?: string; limit?: number };
  if (type === 'entity.too.large')
    return new ProblemError('too_large', `A callback here has at most ${limit / MIB} MiB.`);
  if (type === 'encoding.unsupported')
    return new ProblemError(
      'unsupported_media_type',
      'A callback is signed as it is sent: no content encoding is read.',
    );
  if (status >= 400 && status < 500)
    return new ProblemError('bad_request', 'The request could not be read to its end.');
  return new ProblemError('internal', 'The request failed here; send it again.');
};

/** Turns every error into a problem document (RFC 9457). What is refused or fails is logged: providers read no answers. */
export const problemHandler =
  (log: Logger): ErrorRequestHandler =>
  (error, req, res, next) => {
    const problem = asProblem(error);
    const { path } = req;
    if (problem.code === 'internal') log.error({ path, err: error }, 'a callback failed');
    else if (problem.code !== 'not_found') log.warn({ path, code: problem.code }, problem.message);
    if (res.headersSent) return next(error);
    if (problem.code === 'unavailable') res.setHeader('Retry-After', String(RETRY_AFTER_S));
    const body = problemOf(problem.code, problem.message, [], path);
    res.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  };

/** 404 as a problem document. */
export const notFound: RequestHandler = (req) => {
  throw new ProblemError('not_found', `There is no ${req.method} ${req.path}.`);
};
