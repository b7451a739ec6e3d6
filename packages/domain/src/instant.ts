const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?(?:Z|([+-])(\d{2}):(\d{2}))$/i;

/** A point in time in microseconds since 1970, because ERPs stamp microseconds and a JS Date would cut them. */
export type Micros = bigint;

/** The last microsecond of the year 9999: an offset may carry a year of four digits past it, which no text form has room for. */
const LAST: Micros = 253_402_300_799_999_999n;

export type InstantProblem = 'shape' | 'impossible';

/**
 * Reads an RFC 3339 instant strictly: an offset is required, at most six fraction digits, years 1970 to 9999
 * in UTC. `t` and `z` may be small letters (RFC 3339 5.6).
 * Refuses what Postgres or `Date` would silently reinterpret: 30 February, 24:00, a 60th second, a seventh digit, `now`.
 */
export const parseInstant = (text: string): { micros: Micros } | { problem: InstantProblem } => {
  const m = SHAPE.exec(text);
  if (!m) return { problem: 'shape' };
  const [year, month, day, hour, minute, second] = m.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetHour = Number(m[9] ?? 0);
  const offsetMinute = Number(m[10] ?? 0);
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const real =
    year >= 1970 &&
    utc.getUTCMonth() === month - 1 &&
    utc.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!real || offsetHour > 23 || offsetMinute > 59) return { problem: 'impossible' };
  const offset = BigInt((offsetHour * 60 + offsetMinute) * (m[8] === '-' ? -1 : 1)) * 60_000_000n;
  const micros = BigInt(utc.getTime()) * 1000n + BigInt((m[7] ?? '').padEnd(6, '0')) - offset;
  return micros < 0n || micros > LAST ? { problem: 'impossible' } : { micros };
};

/** Canonical text of an instant, always UTC with six fraction digits: `2026-11-30T08:15:00.000000Z`. */
export const formatInstant = (micros: Micros): string => {
  const ms = micros / 1000n;
  return `${new Date(Number(ms)).toISOString().slice(0, -1)}${String(micros % 1000n).padStart(3, '0')}Z`;
};

export const microsFromMs = (ms: number): Micros => BigInt(Math.trunc(ms)) * 1000n;
