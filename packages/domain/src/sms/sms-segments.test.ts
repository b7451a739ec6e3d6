import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { septetsOf } from './gsm-alphabet.js';
import { smsSegments } from './sms-segments.js';

/** 3GPP TS 23.038, 6.2.1: the code points of codes 0x00 to 0x7F but 0x1B, written down apart from the source. */
const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const BASIC = [
  [0x40, 0xa3, 0x24, 0xa5, 0xe8, 0xe9, 0xf9, 0xec, 0xf2, 0xc7, 0x0a, 0xd8, 0xf8, 0x0d, 0xc5, 0xe5],
  [0x394, 0x5f, 0x3a6, 0x393, 0x39b, 0x3a9, 0x3a0, 0x3a8, 0x3a3, 0x398, 0x39e, 0xc6, 0xe6, 0xdf, 0xc9],
  [...codes(0x20, 0x23), 0xa4, ...codes(0x25, 0x3f)],
  [0xa1, ...codes(0x41, 0x5a), 0xc4, 0xd6, 0xd1, 0xdc, 0xa7],
  [0xbf, ...codes(0x61, 0x7a), 0xe4, 0xf6, 0xf1, 0xfc, 0xe0],
].flat();
const EXTENDED = [0x0c, 0x5e, 0x7b, 0x7d, 0x5c, 0x5b, 0x7e, 0x5d, 0x7c, 0x20ac];

describe('R-7.4 the GSM alphabet', () => {
  it('R-7.4 is that of 3GPP TS 23.038, and nothing else of Unicode is in it', () => {
    expect([BASIC.length, EXTENDED.length]).toEqual([127, 10]);
    const septets = new Map([
      ...BASIC.map((code) => [code, 1] as const),
      ...EXTENDED.map((code) => [code, 2] as const),
    ]);
    const others = codes(0, 0xffff).filter((code) => septetsOf(String.fromCharCode(code)) !== septets.get(code));
    expect(others).toEqual([]);
  });
});

describe('R-7.4 segments', () => {
  const texts: [string, string, string, number, number][] = [
    ['nothing', '', 'GSM-7', 0, 1],
    ['160 letters', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['161 letters', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['two full parts', 'a'.repeat(306), 'GSM-7', 306, 2],
    ['one letter more', 'a'.repeat(307), 'GSM-7', 307, 3],
    ['80 euro signs', '€'.repeat(80), 'GSM-7', 160, 1],
    ['81 euro signs', '€'.repeat(81), 'GSM-7', 162, 2],
    // 76 fit into 153 septets: by length it would be 2 parts.
    ['153 euro signs', '€'.repeat(153), 'GSM-7', 306, 3],
    ['an escape at the end of a part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['the same one letter earlier', `${'a'.repeat(151)}€${'a'.repeat(153)}`, 'GSM-7', 306, 2],
    ['70 letters of Devanagari', 'क'.repeat(70), 'UCS-2', 70, 1],
    ['71 letters of Devanagari', 'क'.repeat(71), 'UCS-2', 71, 2],
    ['two full parts of Devanagari', 'क'.repeat(134), 'UCS-2', 134, 2],
    ['one letter more of Devanagari', 'क'.repeat(135), 'UCS-2', 135, 3],
    ['35 emoji', '😀'.repeat(35), 'UCS-2', 70, 1],
    ['36 emoji', '😀'.repeat(36), 'UCS-2', 72, 2],
    // 33 fit into 67 units: by length it would be 2 parts.
    ['67 emoji', '😀'.repeat(67), 'UCS-2', 134, 3],
    ['a pair at the end of a part', `${'क'.repeat(66)}😀${'क'.repeat(66)}`, 'UCS-2', 134, 3],
    ['the same one letter earlier', `${'क'.repeat(65)}😀${'क'.repeat(67)}`, 'UCS-2', 134, 2],
    ['an extension character in UCS-2, where it is one unit', `€क${'{'.repeat(68)}`, 'UCS-2', 70, 1],
    ['a lone surrogate', '\ud800', 'UCS-2', 1, 1],
  ];
  it.each(texts)('R-7.4 counts %s', (_what, text, encoding, units, segments) => {
    expect(smsSegments(text)).toMatchObject({ encoding, units, segments });
  });

  const foreign: [string, { char: string; index: number } | null][] = [
    ['Order PO-1, Łódź', { char: 'Ł', index: 12 }],
    ['Order “PO-1”', { char: '“', index: 6 }],
    ['NPR\u00a05', { char: '\u00a0', index: 3 }],
    ['ok 😀 सीता', { char: '😀', index: 3 }],
    ['garçon', { char: 'ç', index: 3 }],
    ['Order\tPO-1', { char: '\t', index: 5 }],
    ['Ça coûte', { char: 'û', index: 5 }],
    ['Café & Söhne [5 €]', null],
  ];
  it.each(foreign)('R-7.4 names what forced UCS-2 in %j, and where', (text, forcedBy) => {
    expect(smsSegments(text).forcedBy).toEqual(forcedBy);
  });
});

/** Lays the units into parts one by one and, when a part is full, takes back an escape or a high surrogate at its end. */
const partsByLaying = (units: readonly { opens: boolean }[], single: number, part: number): number => {
  if (units.length <= single) return 1;
  let parts = 0;
  for (let at = 0; at < units.length; parts++) {
    const end = at + part;
    at = end < units.length && units[end - 1]?.opens ? end - 1 : end;
  }
  return parts;
};

const gsm = fc.constantFrom(...BASIC, ...EXTENDED, ...EXTENDED, ...EXTENDED).map((code) => String.fromCharCode(code));
const anyChar = fc.oneof(gsm, fc.constantFrom('क', 'ł', '😀', '𝔸'), fc.string({ unit: 'grapheme', maxLength: 1 }));
const many = { maxLength: 700, size: 'max' } as const;

describe('R-7.4 segments of any text', () => {
  it('R-7.4 are those of laying septets one by one, an escape never at the end of a part', () => {
    fc.assert(
      fc.property(fc.array(gsm, many), (chars) => {
        const septets = chars.flatMap((char) =>
          EXTENDED.includes(char.charCodeAt(0)) ? [{ opens: true }, { opens: false }] : [{ opens: false }],
        );
        const { encoding, units, segments, forcedBy } = smsSegments(chars.join(''));
        expect({ encoding, units, forcedBy }).toEqual({ encoding: 'GSM-7', units: septets.length, forcedBy: null });
        expect(segments).toBe(partsByLaying(septets, 160, 153));
      }),
    );
  });

  it('R-7.4 are those of laying code units one by one, a high surrogate never at the end of a part', () => {
    fc.assert(
      fc.property(fc.array(anyChar, many), (chars) => {
        const text = `${chars.join('')}क`;
        const units = Array.from({ length: text.length }, (_, n) => ({ opens: (text.codePointAt(n) ?? 0) > 0xffff }));
        expect(smsSegments(text)).toMatchObject({
          encoding: 'UCS-2',
          units: text.length,
          segments: partsByLaying(units, 70, 67),
        });
      }),
    );
  });

  it('R-7.4 name a character that is there, and that GSM-7 lacks', () => {
    fc.assert(
      fc.property(fc.array(anyChar, many), (chars) => {
        const text = chars.join('');
        const { forcedBy } = smsSegments(text);
        const before = forcedBy ? text.slice(0, forcedBy.index) : text;
        expect(smsSegments(before).encoding).toBe('GSM-7');
        if (forcedBy) expect(text.startsWith(forcedBy.char, forcedBy.index)).toBe(true);
        if (forcedBy) expect(septetsOf(forcedBy.char)).toBeUndefined();
      }),
    );
  });
});
