import type { InboxCursor } from '@crier/db';
import { idOfKey, keyOf } from '@crier/domain';
import type { Request } from 'express';
import { ProblemError } from '../http/problem-error.js';

const MAX = 1_000;
const DEFAULT = 100;
/** Microseconds that PostgreSQL can count from 1970, and a key. */
const CURSOR = /^(\d{1,16})\.([0-9a-f]{32})$/;

/** A cursor as the API hands it out. */
export const writeCursor = ({ micros, id }: InboxCursor): string => `${micros}.${keyOf(id)}`;

const readCursor = (text: unknown): InboxCursor | null => {
  if (text === undefined || text === '') return null;
  const [, micros, key] = CURSOR.exec(typeof text === 'string' ? text : '') ?? [];
  const id = idOfKey(key ?? '');
  if (micros === undefined || id === undefined)
    throw new ProblemError('invalid', 'cursor must be the "next" of an earlier page.', {
      errors: [{ pointer: '/cursor', code: 'bad_cursor', detail: 'Not a cursor.' }],
    });
  return { micros: Number(micros), id };
};

/** `?limit=&cursor=` of a list. 422 for a limit outside 1 to 1000 or a cursor that we did not give out. */
export const readPage = (req: Request): { limit: number; cursor: InboxCursor | null } => {
  const { limit: raw } = req.query;
  const limit = raw === undefined ? DEFAULT : Number(raw);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX)
    throw new ProblemError('invalid', `limit must be a whole number from 1 to ${MAX}.`, {
      errors: [{ pointer: '/limit', code: 'out_of_range', detail: `1 to ${MAX}` }],
    });
  return { limit, cursor: readCursor(req.query.cursor) };
};
