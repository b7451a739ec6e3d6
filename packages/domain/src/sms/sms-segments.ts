import { septetsOf } from './gsm-alphabet.js';

export interface SmsSegments {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** How many messages the network carries and bills; the empty text is one too. */
  readonly segments: number;
  /** Septets in GSM-7, 16-bit code units in UCS-2; concatenation headers not counted. */
  readonly units: number;
  /** The first character that GSM-7 lacks, and its index in the string (UTF-16); null in GSM-7. */
  readonly forcedBy: { readonly char: string; readonly index: number } | null;
}

/**
 * Units of a message on its own, and of each part of a longer one: 140 octets, of which concatenation takes a header of 6
 * (3GPP TS 23.040, 9.2.3.24.1).
 */
const LIMITS = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } } as const;

const firstForeign = (chars: readonly string[]): SmsSegments['forcedBy'] => {
  let index = 0;
  for (const char of chars) {
    if (septetsOf(char) === undefined) return { char, index };
    index += char.length;
  }
  return null;
};

/** A character that does not fit whole moves on to the next part, and the unit that it leaves stays empty. */
const countParts = (sizes: readonly number[], limit: number): number => {
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > limit) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
};

/**
 * How a text travels as SMS: in GSM-7 as long as every character is in its alphabet, else in UCS-2; an escape and its
 * character, and the two halves of a surrogate pair, are never in different parts. So it is not length / 153 rounded up.
 */
export const smsSegments = (text: string): SmsSegments => {
  const chars = [...text];
  const forcedBy = firstForeign(chars);
  const encoding = forcedBy === null ? 'GSM-7' : 'UCS-2';
  const sizes = chars.map((char) => (forcedBy === null ? (septetsOf(char) ?? 1) : char.length));
  const units = sizes.reduce<number>((sum, size) => sum + size, 0);
  const { single, part } = LIMITS[encoding];
  return { encoding, segments: units <= single ? 1 : countParts(sizes, part), units, forcedBy };
};
