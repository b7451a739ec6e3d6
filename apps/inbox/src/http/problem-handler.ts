import { isConnectionError } from '@crier/db';
import { type ErrorCode, problemOf } from '@crier/domain';
import type { Logger } from '@crier/runtime';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { messagePage } from '../pages/message-page.js';
import { rootFrom } from '../pages/root-from.js';
import { ProblemError } from './problem-error.js';
import { wantsPage } from './wants-page.js';

const RETRY_AFTER_S = 2;
const PASSING: readonly ErrorCode[] = ['unavailable', 'too_many_streams'];

const asProblem = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (isConnectionError(error))
    return new ProblemError('unavailable', 'Nothing was changed. Try again in a moment.', {
      headline: 'This does not work right now',
    });
  const { status = 500, type } = (error ?? {}) as { status?: number; type?: string };
  if (type === 'entity.too.large')
    return new ProblemError('too_large', 'The body is larger than anything that is read here.');
  if (type === 'encoding.unsupported')
    return new ProblemError('unsupported_media_type', 'This content encoding is not read; send the body as it is.');
  if (status >= 400 && status < 500)
    return new ProblemError('bad_request', 'The request could not be read to its end.');
  return new ProblemError('internal', 'Try again, and tell the operators if it stays.', {
    headline: 'Something went wrong here',
  });
};

/** Turns every error into a page or a problem document (RFC 9457). The path is logged, the query is not: it holds a token. */
export const problemHandler =
  (log: Logger): ErrorRequestHandler =>
  (error, req, res, next) => {
    const problem = asProblem(error);
    if (problem.code === 'internal') log.error({ path: req.path, err: error }, 'a request failed');
    if (res.headersSent) return next(error);
    const body = problemOf(problem.code, problem.message, problem.errors, req.path);
    const retryAfterS = problem.retryAfterS ?? (PASSING.includes(problem.code) ? RETRY_AFTER_S : undefined);
    if (retryAfterS !== undefined) res.setHeader('Retry-After', String(retryAfterS));
    if (problem.code === 'unauthorized') res.setHeader('WWW-Authenticate', 'Bearer realm="crier-inbox"');
    res.status(body.status);
    if (wantsPage(req, res))
      res
        .type('html')
        .send(messagePage({ title: problem.headline ?? body.title, words: problem.message, root: rootFrom(req.path) }));
    else res.type('application/problem+json').send(JSON.stringify(body));
  };

/** 404 as a problem document. */
export const notFound: RequestHandler = (req) => {
  throw new ProblemError('not_found', `There is no ${req.method} ${req.path}.`);
};
