import { describe, expect, it } from 'vitest';
import { latestDigest } from './digest-time.js';

const due = (at: string, zone: string, now: string) => {
  const { day, atMs } = latestDigest({ at, zone }, Date.parse(now));
  return `${day} ${new Date(atMs).toISOString()}`;
};

describe('R-8.4 the digest that was due last', () => {
  it.each([
    ['UTC', '2026-11-30T08:29:59.999Z', '2026-11-29 2026-11-29T08:30:00.000Z'],
    ['UTC', '2026-11-30T08:30:00.000Z', '2026-11-30 2026-11-30T08:30:00.000Z'],
    ['UTC', '2026-11-30T23:59:59.999Z', '2026-11-30 2026-11-30T08:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-30T02:44:59Z', '2026-11-29 2026-11-29T02:45:00.000Z'],
    ['Asia/Kathmandu', '2026-11-30T02:45:00Z', '2026-11-30 2026-11-30T02:45:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-29T18:30:00Z', '2026-11-30 2026-11-29T18:30:00.000Z'],
    ['Pacific/Pago_Pago', '2026-12-01T04:00:00Z', '2026-11-30 2026-11-30T19:30:00.000Z'],
    ['Europe/Berlin', '2027-01-01T06:00:00Z', '2026-12-31 2026-12-31T07:30:00.000Z'],
  ])('at 08:30 in %s, seen at %s', (zone, now, expected) => {
    expect(due('08:30', zone, now)).toBe(expected);
  });

  it.each([
    // Spring: 23 hours lie between two digests. Autumn: 25.
    ['08:30', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-28 2026-03-28T07:30:00.000Z'],
    ['08:30', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29 2026-03-29T06:30:00.000Z'],
    ['08:30', 'Europe/Berlin', '2026-10-25T06:30:00Z', '2026-10-24 2026-10-24T06:30:00.000Z'],
    ['08:30', 'Europe/Berlin', '2026-10-25T07:30:00Z', '2026-10-25 2026-10-25T07:30:00.000Z'],
    // Left out by the clock: read with the offset before. Twice on the clock: the first.
    ['02:30', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29 2026-03-29T01:30:00.000Z'],
    ['02:30', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-25 2026-10-25T00:30:00.000Z'],
    ['02:30', 'America/New_York', '2026-03-08T12:00:00Z', '2026-03-08 2026-03-08T07:30:00.000Z'],
    ['01:30', 'America/New_York', '2026-11-01T12:00:00Z', '2026-11-01 2026-11-01T05:30:00.000Z'],
    // Half an hour, and at midnight.
    ['02:15', 'Australia/Lord_Howe', '2026-10-04T12:00:00Z', '2026-10-04 2026-10-03T15:45:00.000Z'],
    ['00:00', 'Asia/Beirut', '2026-03-29T12:00:00Z', '2026-03-29 2026-03-28T22:00:00.000Z'],
  ])('at %s in %s over an edge of summer time, seen at %s', (at, zone, now, expected) => {
    expect(due(at, zone, now)).toBe(expected);
  });

  it.each([
    ['08:30', 'Europe/Berlin', '2026-03-20'],
    ['02:30', 'Europe/Berlin', '2026-10-15'],
    ['01:30', 'America/New_York', '2026-10-25'],
    ['23:59', 'Asia/Kathmandu', '2026-12-25'],
    ['00:00', 'Asia/Beirut', '2026-03-20'],
  ])('at %s in %s comes once on each of twenty days from %s, and never goes back', (at, zone, from) => {
    const seen = new Map<string, number>();
    const start = Date.parse(`${from}T12:00:00Z`);
    let last = 0;
    for (let now = start; now < start + 20 * 86_400_000; now += 3_600_000) {
      const { day, atMs } = latestDigest({ at, zone }, now);
      expect(atMs <= now && atMs >= last && (seen.get(day) ?? atMs) === atMs).toBe(true);
      seen.set(day, atMs);
      last = atMs;
    }
    const days = [...seen.keys()].map((day) => Date.parse(day) / 86_400_000);
    expect(days).toEqual(days.map((_, n) => (days[0] as number) + n));
    expect(days.length).toBeGreaterThanOrEqual(20);
  });
});
