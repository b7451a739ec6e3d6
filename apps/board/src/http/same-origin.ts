import type { Request, RequestHandler } from 'express';
import { isSafe } from './is-safe.js';
import { Refusal } from './refusal.js';

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

const comesFromHere = (req: Request, publicOrigin: string | undefined): boolean => {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = req.get('origin');
  // Every browser names one of the two when it sends more than a GET: without both it is a program, and carries no one's cookie.
  if (origin === undefined) return true;
  return origin === publicOrigin || (hostOf(origin) ?? '') === req.get('host');
};

/** Refuses whatever could change something and was sent by another site's page (CSRF), the login included. */
export const sameOrigin =
  (publicOrigin: string | undefined): RequestHandler =>
  (req, _res, next) => {
    if (isSafe(req) || comesFromHere(req, publicOrigin)) return next();
    throw new Refusal(
      403,
      'Sent by another site',
      'Nothing was done: the request came from a page that is not the board’s. If it was, set PUBLIC_URL_BOARD to the address in your browser.',
    );
  };
