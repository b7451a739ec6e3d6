import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenSms } from './shorten-sms.js';
import { smsSegments } from './sms-segments.js';

describe('R-7.4 a text is shortened to the segments that are allowed', () => {
  const texts: [string, string, number, string][] = [
    ['what fits stays', 'a'.repeat(160), 1, 'a'.repeat(160)],
    ['what does not is cut to the septet', 'a'.repeat(161), 1, `${'a'.repeat(157)}...`],
    ['parts count with their header', 'a'.repeat(400), 2, `${'a'.repeat(303)}...`],
    ['no space before the dots', `${'a'.repeat(156)} ${'b'.repeat(9)}`, 1, `${'a'.repeat(156)}...`],
    ['an extension character stays whole', `${'a'.repeat(156)}€aaa`, 1, `${'a'.repeat(156)}...`],
    ['a syllable of Devanagari stays whole', 'नि'.repeat(40), 1, `${'नि'.repeat(33)}...`],
    ['an emoji of several code points stays whole', `${'क'.repeat(64)}👩‍👩‍👧क`, 1, `${'क'.repeat(64)}...`],
    ['what forced UCS-2 may be cut away', `${'a'.repeat(155)}सीता`, 1, `${'a'.repeat(155)}...`],
  ];
  it.each(texts)('R-7.4 %s', (_what, text, segments, expected) => {
    expect(shortenSms(text, segments)).toBe(expected);
  });

  it('R-7.4 always fits, and is the text or a beginning of it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 500, size: 'max' }),
        fc.integer({ min: 1, max: 4 }),
        (text, max) => {
          const shortened = shortenSms(text, max);
          expect(smsSegments(shortened).segments).toBeLessThanOrEqual(max);
          if (shortened !== text) expect(text.startsWith(shortened.slice(0, -3))).toBe(true);
        },
      ),
    );
  });
});
