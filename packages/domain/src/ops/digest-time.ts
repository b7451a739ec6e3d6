export interface DigestSchedule {
  /** Wall time `HH:MM` in the zone. */
  readonly at: string;
  /** An IANA name. */
  readonly zone: string;
}

/** One day's digest: the day on the zone's calendar as `YYYY-MM-DD`, and when it is due, in ms since 1970. */
export interface DueDigest {
  readonly day: string;
  readonly atMs: number;
}

const DAY_MS = 86_400_000;

const formatOf = (zone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });

/** A wall clock's reading at an instant, as if it were UTC, in ms since 1970. */
const wallMs = (format: Intl.DateTimeFormat, atMs: number): number => {
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** When a wall clock shows this. A time that comes twice is its first; one that is left out is read with the offset before. */
const instantOf = (format: Intl.DateTimeFormat, wall: number): number => {
  const offsetAt = (atMs: number) => wallMs(format, atMs) - atMs;
  const [before, after] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)];
  return wallMs(format, before) === wall || wallMs(format, after) !== wall ? before : after;
};

/** The digest that was due last: today's once its time has come, else yesterday's. */
export const latestDigest = ({ at, zone }: DigestSchedule, nowMs: number): DueDigest => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const format = formatOf(zone);
  const today = Math.floor(wallMs(format, Math.floor(nowMs / 1000) * 1000) / DAY_MS) * DAY_MS;
  const dueOn = (day: number): DueDigest => ({
    day: new Date(day).toISOString().slice(0, 10),
    atMs: instantOf(format, day + (hours * 60 + minutes) * 60_000),
  });
  const due = dueOn(today);
  return due.atMs <= nowMs ? due : dueOn(today - DAY_MS);
};
