import type { Request } from 'express';
import { isSafe } from './is-safe.js';

/** Whether a person looks at the answer, so that it is a page: a link or a form. Everything else gets JSON. */
export const wantsPage = (req: Request): boolean => {
  const isScript = req.xhr || req.originalUrl.startsWith('/queues/api/');
  return (isSafe(req) || req.method === 'POST') && !isScript && req.accepts(['html', 'json']) === 'html';
};
