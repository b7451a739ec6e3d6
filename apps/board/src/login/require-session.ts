import type { RequestHandler } from 'express';
import { isSafe } from '../http/is-safe.js';
import { Refusal } from '../http/refusal.js';
import { wantsPage } from '../http/wants-page.js';
import type { Sessions } from './sessions.js';

/** Lets in who is logged in. A browser is led to the login and back; a program is told. */
export const requireSession =
  (sessions: Sessions): RequestHandler =>
  (req, res, next) => {
    const user = sessions.userOf(req);
    if (user !== undefined) {
      res.locals.user = user;
      res.locals.csrf = sessions.csrfOf(req);
      return next();
    }
    if (isSafe(req) && wantsPage(req)) return res.redirect(302, `/login?next=${encodeURIComponent(req.originalUrl)}`);
    throw new Refusal(
      401,
      'Not logged in',
      'The session has ended, or there was none. Load the page again, or log in at /login.',
    );
  };
