import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode, problemOf } from './errors.js';

const codes = Object.keys(ERRORS) as ErrorCode[];

interface Row {
  readonly code: string;
  readonly status: number;
  readonly when: string;
  readonly remedy: string;
}

const doc = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');

/** The rows of the table whose first cell is a code and whose second is a status. */
const documented: Row[] = doc
  .split('\n')
  .filter((line) => /^\| `[a-z0-9_]+` \| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, code = '', status = '', when = '', remedy = '']) => ({
    code: code.replaceAll('`', ''),
    status: Number(status),
    when,
    remedy,
  }));

/** The sources of the two rooms that write field errors. */
const sources = ['../../../packages/domain/src', '../../../apps/intake/src'].flatMap((room) => {
  const folder = new URL(`${room}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
});

describe('R-1.5 docs/errors.md', () => {
  it('lists exactly the codes of the table, each once, in its order', () => {
    expect(documented.map((row) => row.code)).toEqual(codes);
  });

  it.each(documented)('says the status, the cause and the remedy of $code', (row) => {
    expect(row.status).toBe(ERRORS[row.code as ErrorCode].http);
    expect(row.when).toMatch(/\S{3,}/);
    expect(row.remedy).toMatch(/\S{3,}/);
  });
});

describe('R-1.5 docs/errors.md on fields', () => {
  const explained = doc
    .slice(doc.indexOf('## What `errors` says'))
    .split('\n')
    .flatMap((line) => [...(/^\| (`[^|]+`) \|/.exec(line)?.[1] ?? '').matchAll(/`([a-z_]+)`/g)])
    .map(([, code]) => code ?? '');
  const said = sources.flatMap((source) => [...source.matchAll(/\bcode: '([a-z_]+)'/g)]).map(([, code]) => code ?? '');

  it.each([...new Set(said)].sort())('explains %s', (code) => {
    expect(explained).toContain(code);
  });

  it.each(explained)('explains %s, which somebody says, once', (code) => {
    expect(sources.some((source) => source.includes(`'${code}'`))).toBe(true);
    expect(explained.filter((other) => other === code)).toHaveLength(1);
  });
});

describe('the table of errors', () => {
  it.each(codes)('%s has a status of its kind and a title of one line', (code) => {
    const { http, retry, title }: { http: number; retry: boolean; title: string } = ERRORS[code];
    expect(http).toBeGreaterThanOrEqual(400);
    expect(http).toBeLessThan(600);
    expect(retry).toBe(http === 429 || (http >= 500 && http !== 501));
    expect(title).toMatch(/^[A-Z][^\n]+$/);
  });
});

describe('R-1.5 a problem document (RFC 9457)', () => {
  const errors = [{ pointer: '/type', code: 'required', detail: 'This field is required.' }];

  it('has type, title, status, detail, instance, code and errors', () => {
    expect(problemOf('invalid', 'One field is wrong.', errors, '/v1/events')).toEqual({
      type: 'urn:crier:error:invalid',
      title: ERRORS.invalid.title,
      status: 422,
      detail: 'One field is wrong.',
      instance: '/v1/events',
      code: 'invalid',
      errors,
    });
  });

  it('leaves out an instance that nobody gave, and always has a list of errors', () => {
    const problem = problemOf('unavailable', 'Later.');
    expect(Object.keys(problem)).not.toContain('instance');
    expect(problem.errors).toEqual([]);
  });

  it.each(codes)('has a type that is a URI, and the status that %s is answered with', (code) => {
    const problem = problemOf(code, 'x');
    expect(URL.canParse(problem.type)).toBe(true);
    expect(problem.status).toBe(ERRORS[code].http);
    expect(JSON.parse(JSON.stringify(problem))).toEqual(problem);
  });
});
