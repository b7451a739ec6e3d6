import { ProblemError } from '../http/problem-error.js';
import { parseJson } from '../http/read-json.js';

const MAX_ITEMS = 1_000;

/** One item of a batch: parsed, or a line that is no JSON. */
export type BatchItem = { readonly body: unknown } | { readonly broken: true };

const parseLine = (line: string): BatchItem => {
  try {
    return { body: JSON.parse(line) as unknown };
  } catch {
    return { broken: true };
  }
};

/**
 * The items of a batch: a JSON array, or NDJSON where a broken line is an item of its own and blank lines are none.
 * 413 over 1,000 items, 422 for none.
 */
export const batchItems = (text: string, ndjson: boolean): BatchItem[] => {
  const parsed: unknown = ndjson ? undefined : parseJson(text);
  if (!ndjson && !Array.isArray(parsed))
    throw new ProblemError('invalid', 'Send a JSON array of events.', [
      { pointer: '', code: 'wrong_type', detail: 'Must be an array.' },
    ]);
  const items: BatchItem[] = ndjson
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parseLine)
    : (parsed as unknown[]).map((body) => ({ body }));
  if (items.length > MAX_ITEMS)
    throw new ProblemError('too_large', `A batch takes at most ${MAX_ITEMS} events; this one has ${items.length}.`);
  if (items.length === 0)
    throw new ProblemError('invalid', 'The batch is empty.', [
      { pointer: '', code: 'empty', detail: 'Send at least one event.' },
    ]);
  return items;
};
