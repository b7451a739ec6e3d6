import { timingSafeEqual } from 'node:crypto';
import { type Html, html } from '@crier/runtime';
import type { RequestHandler, Response } from 'express';
import { fieldsOf } from './form.js';
import { Refusal } from './refusal.js';

/** The session's own proof that a form was made for it; set on every route behind `requireSession`. */
export const csrfOf = (res: Response): string => res.locals.csrf as string;

/** The proof as a form carries it. */
export const csrfField = (token: string): Html => html`<input type="hidden" name="csrf" value="${token}">`;

/** Refuses a form that another page or another session made. Behind `readForm`. */
export const requireCsrf: RequestHandler = (req, res, next) => {
  const given = Buffer.from(fieldsOf(req, 'csrf')[0] ?? '');
  const own = Buffer.from(csrfOf(res));
  if (given.length === own.length && timingSafeEqual(given, own)) return next();
  throw new Refusal(
    403,
    'This form is not of this session',
    'Nothing was done. You may have logged in again since the page was opened: go back, load it again, and press once more.',
  );
};
