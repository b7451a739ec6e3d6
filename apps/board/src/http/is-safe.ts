import type { Request } from 'express';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request can't change anything. */
export const isSafe = (req: Request): boolean => SAFE.has(req.method);
