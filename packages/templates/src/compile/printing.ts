import type { Escaping } from '../channel-parts.js';
import { directionOf } from '../direction.js';

/** Follows a template from its beginning to its end, to know which expressions print words. */
export interface Printing {
  /** What stands between expressions, in order. */
  pass(content: string): void;
  /** Whether a value printed here keeps its own direction by isolation. */
  isolates(): boolean;
}

const NEVER: Printing = { pass: () => {}, isolates: () => false };
const ALWAYS: Printing = { pass: () => {}, isolates: () => true };

/** Within the angle brackets of a tag a value belongs to an attribute: an address, a colour, a language. */
const outsideTags = (): Printing => {
  let inTag = false;
  return {
    pass: (content) => {
      const opens = content.lastIndexOf('<');
      const closes = content.lastIndexOf('>');
      if (opens !== closes) inTag = opens > closes;
    },
    isolates: () => !inTag,
  };
};

/** Values are isolated in texts that run from right to left, where names, amounts and references mostly do not. */
export const printingOf = (escaping: Escaping, locale: string): Printing => {
  if (directionOf(locale).dir === 'ltr' || escaping === 'address') return NEVER;
  return escaping === 'html' ? outsideTags() : ALWAYS;
};
