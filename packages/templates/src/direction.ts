/** Scripts that run from right to left (Unicode, "Script direction"). */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg']);

export interface Direction {
  readonly dir: 'ltr' | 'rtl';
  /** The side where lines begin, as HTML and CSS name it, and the other one. */
  readonly start: 'left' | 'right';
  readonly end: 'left' | 'right';
}

/** Which way a locale is written. */
export const directionOf = (locale: string): Direction =>
  RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? '')
    ? { dir: 'rtl', start: 'right', end: 'left' }
    : { dir: 'ltr', start: 'left', end: 'right' };

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/**
 * A value that keeps its own direction within a text of another: without it the hyphen and digits of PO-4482 change places in
 * an Arabic sentence (Unicode Standard Annex 9, 2.7). Nothing to print stays nothing.
 */
export const isolate = (text: string): string =>
  text === '' ? '' : `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`;
