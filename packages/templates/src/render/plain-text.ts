// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const BREAKS = /[\s\u0000-\u001f\u007f-\u009f]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/** Text on one line, without control characters: a line break in a subject would begin another header. */
export const oneLine = (text: string): string => text.replace(BREAKS, ' ').trim();

/** Text with its line breaks, all of them `\n`, and without control characters; no blanks at its ends or before a break. */
export const severalLines = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROLS, '')
    .replace(/ +\n/g, '\n')
    .trim();
