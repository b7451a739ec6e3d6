import { isConnectionError } from '@crier/db';
import type { Logger } from '@crier/runtime';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { BoardUser } from '../login/account.js';
import { refusalPage } from '../pages/refusal-page.js';
import { Refusal } from './refusal.js';
import { wantsPage } from './wants-page.js';

const RETRY_AFTER_S = 2;

const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (isConnectionError(error))
    return new Refusal(
      503,
      'The database does not answer',
      'Try again in a moment. What has been done already is not done twice.',
      RETRY_AFTER_S,
    );
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
  if (status >= 400 && status < 500)
    return new Refusal(status, 'The request could not be read', 'Go back and try again.');
  return new Refusal(500, 'Something went wrong here', 'Try again, and look into the board’s log if it stays.');
};

/** Turns every error into a page or JSON. Never a stack trace. */
export const refusalHandler =
  (log: Logger): ErrorRequestHandler =>
  (error, req, res, next) => {
    const refusal = asRefusal(error);
    if (refusal.status === 500)
      log.error({ path: req.path, err: error instanceof Error ? error.message : String(error) }, 'a request failed');
    if (res.headersSent) return next(error);
    if (refusal.retryAfterS !== undefined) res.setHeader('Retry-After', String(refusal.retryAfterS));
    res.status(refusal.status);
    if (wantsPage(req)) res.type('html').send(refusalPage(refusal, res.locals.user as BoardUser | undefined));
    else res.json({ error: refusal.title, message: refusal.message });
  };

export const notFound: RequestHandler = () => {
  throw new Refusal(404, 'There is no such page', 'It may have moved. The overview leads everywhere.');
};
