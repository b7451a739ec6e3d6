import type { Request } from 'express';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request can't change anything. */
export const isSafe = (req: Request): boolean => SAFE.has(req.method);

/** Whether a person looks at the answer, so that it is a page: everything else gets JSON. */
export const wantsPage = (req: Request): boolean => {
  const isForm = req.is('application/x-www-form-urlencoded') !== false && req.method === 'POST';
  const isScript = req.xhr || req.originalUrl.startsWith('/queues/api/');
  return (isSafe(req) || isForm) && !isScript && req.accepts(['html', 'json']) === 'html';
};
