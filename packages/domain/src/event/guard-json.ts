import { pointerSegment } from '../canonical-json.js';
import type { FieldError } from '../errors.js';
import { MAX_ERRORS } from './limit-size.js';

export const MAX_NESTING = 64;
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it looks for
const SUSPICIOUS = /[\u0000\uD800-\uDFFF]/;

/** A pointer that itself can be stored and shown. */
const printable = (pointer: string): string =>
  pointer.replace(new RegExp(LONE_SURROGATE, 'g'), '\uFFFD').replaceAll('\u0000', '\uFFFD');

const textProblem = (text: string): { code: string; detail: string } | undefined => {
  if (!SUSPICIOUS.test(text)) return undefined;
  if (text.includes('\u0000')) return { code: 'nul', detail: 'U+0000 cannot be stored; remove it.' };
  return LONE_SURROGATE.test(text)
    ? { code: 'lone_surrogate', detail: 'Half of a surrogate pair is not a character; send the whole character.' }
    : undefined;
};

const numberProblem = (n: number): { code: string; detail: string } | undefined =>
  Number.isFinite(n) && (!Number.isInteger(n) || Number.isSafeInteger(n))
    ? undefined
    : { code: 'unsafe_number', detail: 'This number cannot be kept exactly; send it as a string.' };

/**
 * Finds what would be changed silently or poison storage: reserved keys, U+0000 and lone surrogates in keys and values,
 * integers outside the safe range, nesting over 64. Returns at most 50 errors, in document order.
 */
export const guardJson = (value: unknown): FieldError[] => {
  const errors: FieldError[] = [];
  const visit = (node: unknown, pointer: string, depth: number): void => {
    if (errors.length >= MAX_ERRORS) return;
    if (typeof node === 'string' || typeof node === 'number') {
      const problem = typeof node === 'string' ? textProblem(node) : numberProblem(node);
      if (problem) errors.push({ pointer, ...problem });
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    if (depth >= MAX_NESTING) {
      errors.push({
        pointer,
        code: 'too_deep',
        detail: `Nesting deeper than ${MAX_NESTING} levels is not read; flatten it.`,
      });
      return;
    }
    if (Array.isArray(node)) {
      for (let i = 0; i < node.length; i++) visit(node[i], `${pointer}/${i}`, depth + 1);
      return;
    }
    for (const key of Object.keys(node)) {
      if (errors.length >= MAX_ERRORS) return;
      const at = `${pointer}/${pointerSegment(key)}`;
      const problem = RESERVED.has(key)
        ? { code: 'reserved_key', detail: `The key "${key}" is reserved; rename it.` }
        : textProblem(key);
      if (problem) errors.push({ pointer: printable(at), ...problem });
      else visit((node as Record<string, unknown>)[key], at, depth + 1);
    }
  };
  visit(value, '', 0);
  return errors;
};
