import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, microsFromMs, parseInstant } from './instant.js';

const text = (spelling: string): string => {
  const read = parseInstant(spelling);
  return 'micros' in read ? formatInstant(read.micros) : read.problem;
};

describe('R-1.5 an instant (RFC 3339)', () => {
  it.each([
    // RFC 3339 5.8, its own examples
    ['1985-04-12T23:20:50.52Z', '1985-04-12T23:20:50.520000Z'],
    ['1996-12-19T16:39:57-08:00', '1996-12-20T00:39:57.000000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000000Z'],
    ['2026-11-30T14:00:00+05:45', '2026-11-30T08:15:00.000000Z'],
    ['2026-11-30T08:15:00.1234Z', '2026-11-30T08:15:00.123400Z'],
    ['2026-11-30T08:15:00.000001Z', '2026-11-30T08:15:00.000001Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000000Z'],
    ['2026-11-30T08:15:00-00:00', '2026-11-30T08:15:00.000000Z'],
    // RFC 3339 5.6: "T" and "Z" may be lower case
    ['2026-11-30t08:15:00z', '2026-11-30T08:15:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('%s is %s', (spelling, canonical) => {
    expect(text(spelling)).toBe(canonical);
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-11-30T24:00:00Z',
    '2026-11-30T25:00:00Z',
    '2026-11-30T08:60:00Z',
    '2026-11-30T08:15:60Z',
    '2016-12-31T23:59:60Z',
    '2026-11-30T08:15:00+24:00',
    '2026-11-30T08:15:00+05:60',
    '1969-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '0099-01-01T00:00:00Z',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
  ])('%s is impossible', (spelling) => {
    expect(parseInstant(spelling)).toEqual({ problem: 'impossible' });
  });

  it.each([
    '',
    'now',
    'infinity',
    'today',
    '2026-11-30',
    '2026-11-30T08:15:00',
    '2026-11-30T08:15Z',
    '2026-11-30 08:15:00Z',
    '2026-11-30T08:15:00.Z',
    '2026-11-30T08:15:00.1234567Z',
    '2026-11-30T08:15:00,5Z',
    '2026-11-30T08:15:00+0545',
    '2026-11-30T08:15:00+05',
    '2026-11-30T08:15:00 Z',
    '2026-11-30T08:15:00Z ',
    '2026-11-30T08:15:00Z\n',
    '26-11-30T08:15:00Z',
    '+002026-11-30T08:15:00Z',
    '2026-W49-1T08:15:00Z',
    '20261130T081500Z',
    '1796026500',
    'Mon, 30 Nov 2026 08:15:00 GMT',
    '２０２６-11-30T08:15:00Z',
    '2026-11-30T08:15:00−05:00',
  ])('%j has another shape', (spelling) => {
    expect(parseInstant(spelling)).toEqual({ problem: 'shape' });
  });

  it('keeps every microsecond through its canonical text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 253_402_300_799_999_999n }), (micros) => {
        expect(parseInstant(formatInstant(micros))).toEqual({ micros });
      }),
    );
  });

  it('is the same instant under every offset', () => {
    const offsets = fc.record({ sign: fc.constantFrom(1, -1), h: fc.nat(23), m: fc.nat(59) });
    const millis = fc.integer({ min: 86_400_000, max: 253_402_200_000_000 });
    fc.assert(
      fc.property(millis, offsets, (ms, { sign, h, m }) => {
        const local = new Date(ms + sign * (h * 60 + m) * 60_000).toISOString().slice(0, -1);
        const two = (n: number) => String(n).padStart(2, '0');
        expect(parseInstant(`${local}${sign < 0 ? '-' : '+'}${two(h)}:${two(m)}`)).toEqual({
          micros: microsFromMs(ms),
        });
      }),
    );
  });
});
