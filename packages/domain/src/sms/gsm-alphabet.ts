/**
 * The GSM 7 bit default alphabet in the order of its codes (3GPP TS 23.038, 6.2.1), a row for each sixteen. Code 0x1B, the
 * escape to the extension table, is no character and is left out. 0x09 is the capital Ç: many tables have the small one.
 */
const DEFAULT_ALPHABET = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');

/** The default extension table (TS 23.038, 6.2.1.1): each is written as escape and code. */
const EXTENSION = '\f^{}\\[~]|€';

const SEPTETS: ReadonlyMap<string, 1 | 2> = new Map([
  ...[...DEFAULT_ALPHABET].map((char) => [char, 1] as const),
  ...[...EXTENSION].map((char) => [char, 2] as const),
]);

/** How many septets a character takes in GSM-7; undefined when the alphabet has no such character. */
export const septetsOf = (char: string): 1 | 2 | undefined => SEPTETS.get(char);
