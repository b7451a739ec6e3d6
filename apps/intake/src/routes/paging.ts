import { idOfKey } from '@crier/domain';
import type { Request } from 'express';
import { ProblemError } from '../http/problem-error.js';

const MAX = 1_000;
const DEFAULT = 100;

/** `?limit=&cursor=` of a list. 422 for a limit outside 1 to 1000 or a cursor that we did not give out. */
export const readPage = (req: Request): { limit: number; cursor: string | null } => {
  const { limit: rawLimit, cursor: rawCursor } = req.query;
  const limit = rawLimit === undefined ? DEFAULT : Number(rawLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX)
    throw new ProblemError('invalid', `limit must be a whole number from 1 to ${MAX}.`, [
      { pointer: '/limit', code: 'out_of_range', detail: `1 to ${MAX}` },
    ]);
  if (rawCursor === undefined || rawCursor === '') return { limit, cursor: null };
  const cursor = typeof rawCursor === 'string' ? idOfKey(rawCursor) : undefined;
  if (cursor === undefined)
    throw new ProblemError('invalid', 'cursor must be the "next" of an earlier page.', [
      { pointer: '/cursor', code: 'bad_cursor', detail: 'Not a cursor.' },
    ]);
  return { limit, cursor };
};

/** An id or key from a path; 404 when it can't be one. */
export const idFrom = (text: string | string[] | undefined, what: string): string => {
  const id = typeof text === 'string' ? idOfKey(text) : undefined;
  if (id === undefined) throw new ProblemError('not_found', `There is no ${what} "${String(text).slice(0, 64)}".`);
  return id;
};
