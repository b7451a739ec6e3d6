import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseRetryAfterMs } from './retry.js';

const NOW = Date.UTC(2026, 10, 30, 8, 15, 0);
const HOUR_MS = 3_600_000;
const read = (value: string | null | undefined) => parseRetryAfterMs(value, NOW);

describe('R-4.8 Retry-After (RFC 9110 10.2.3)', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 5 ', 5_000],
    ['007', 7_000],
    ['1.5', 1_500],
  ])('in seconds: %j', (value, ms) => {
    expect(read(value)).toBe(ms);
  });

  // RFC 9110 5.6.7: a recipient must read all three forms of an HTTP-date.
  it.each([
    ['IMF-fixdate', 'Mon, 30 Nov 2026 08:17:00 GMT'],
    ['RFC 850', 'Monday, 30-Nov-26 08:17:00 GMT'],
    ['asctime', 'Mon Nov 30 08:17:00 2026'],
  ])('as an HTTP-date: %s', (_, value) => {
    expect(read(value)).toBe(120_000);
  });

  it('as an asctime date with a day of one digit', () => {
    expect(parseRetryAfterMs('Tue Dec  1 08:15:00 2026', NOW + 24 * HOUR_MS - 1_000)).toBe(1_000);
  });

  it.each(['Mon, 30 Nov 2026 08:15:00 GMT', 'Mon, 30 Nov 2026 08:14:59 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT'])(
    'that is past is no wait: %s',
    (value) => {
      expect(read(value)).toBe(0);
    },
  );

  it.each([
    undefined,
    null,
    '',
    '   ',
    'NaN',
    'Infinity',
    'soon',
    '-5',
    '+5',
    '5s',
    '2 minutes',
    '120, 240',
    '1e9',
    '0x10',
    'try again in 2099',
    '12/31/2099',
    'Xyz, 99 Foo 2099 99:99:99 GMT',
  ])('that can’t be read is no wait and never NaN: %j', (value) => {
    expect(read(value)).toBe(0);
  });

  it.each(['3600', '3601', '86400', '99999999999999999999999', 'Fri, 30 Nov 2029 08:15:00 GMT'])(
    'is believed for an hour at most: %s',
    (value) => {
      expect(read(value)).toBe(HOUR_MS);
    },
  );
});

describe('R-4.8 Retry-After on a machine that is not in UTC', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['Asia/Kathmandu', 'America/Los_Angeles', 'UTC'])('reads an asctime date as UTC in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    // Guards the test itself: the zone must really be in force.
    expect(new Date(NOW).getHours()).toBe({ 'Asia/Kathmandu': 14, 'America/Los_Angeles': 0, UTC: 8 }[zone]);
    expect(read('Mon Nov 30 08:17:00 2026')).toBe(120_000);
    expect(read('Mon, 30 Nov 2026 08:17:00 GMT')).toBe(120_000);
  });
});
