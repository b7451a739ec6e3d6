// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROL = /[\u0000-\u001f\u007f]+/g;

/** A text that stays in the header it is meant for: no line break can begin another one. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ').trim();

/** A quoted string (RFC 5322 3.2.4): commas and semicolons in it separate nothing. */
export const quotedString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
