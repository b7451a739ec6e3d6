import type { Request } from 'express';
import { BadRequest } from './problem.js';

/**
 * The fields of the query string; a field without a value counts as left out. A repeated field comes as a list, so that
 * a schema of strings refuses it. Throws a 400 if the percent-encoding is broken, instead of looking for something else.
 */
export const queryOf = (req: Request): Record<string, string | string[]> => {
  const query = req.url.slice(req.path.length + 1);
  try {
    decodeURIComponent(query);
  } catch {
    throw new BadRequest('bad_request', 'The percent-encoding of the query string is broken.');
  }
  const params = new URLSearchParams(query);
  const given = [...new Set(params.keys())].flatMap((name): [string, string | string[]][] => {
    const values = params.getAll(name).filter((value) => value !== '');
    return values.length === 0 ? [] : [[name, values.length === 1 ? values.join() : values]];
  });
  return Object.fromEntries(given);
};
