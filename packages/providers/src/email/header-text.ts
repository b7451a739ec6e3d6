import { encodeWord } from 'nodemailer/lib/mime-funcs/index.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROL = /[\u0000-\u001f\u007f]+/g;
/** May stand in a header as it is: ASCII, nothing that reads as an encoded word, no word too long to fold at. */
const PLAIN = /^(?!.*=\?)(?!.*[^ ]{76})[\x20-\x7e]*$/;
const ASCII = /^[\x20-\x7e]*$/;

/** A text that stays in the header it is meant for: no line break can begin another one. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ').trim();

/** A quoted string (RFC 5322 3.2.4): commas and semicolons in it separate nothing. */
export const quotedString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const encodedWords = (text: string): string => encodeWord(text, 'B', 52);

/** Free text (RFC 2047 where it is needed): a plain text stays as it is. */
export const unstructured = (text: string): string => {
  const line = oneLine(text);
  return PLAIN.test(line) ? line : encodedWords(line);
};

/** A display name: quoted if plain (commas, quotes), encoded words otherwise (RFC 5322 3.4, RFC 2047 5.3). */
export const phrase = (text: string): string => (PLAIN.test(text) ? quotedString(text) : encodedWords(text));

/** What stands in a header of its own form, such as an address in angle brackets: nothing of it is encoded while it is ASCII. */
export const structured = (text: string): string => {
  const line = oneLine(text);
  return ASCII.test(line) ? line : encodedWords(line);
};
