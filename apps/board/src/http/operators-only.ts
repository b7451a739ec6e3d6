import type { RequestHandler } from 'express';
import { userOf } from '../login/account.js';
import { Refusal } from './refusal.js';

/** Lets operators do it; a viewer is told that nothing was done. */
export const operatorsOnly: RequestHandler = (_req, res, next) => {
  if (userOf(res).role === 'operator') return next();
  throw new Refusal(403, 'Viewers change nothing', 'Nothing was done. Log in as an operator to do this.');
};
