import type { Reading } from './rules.js';

export interface Judgement {
  readonly begin: readonly Reading[];
  /** Subjects. */
  readonly end: readonly string[];
}

/**
 * Which incidents of a rule begin and which are over. One begins at the limit and ends below half of it: what hovers about
 * its limit is one incident, not twenty.
 */
export const judge = (readings: readonly Reading[], open: ReadonlySet<string>): Judgement => ({
  begin: readings.filter(({ subject, value, limit }) => value >= limit && !open.has(subject)),
  end: [...open].filter((subject) => {
    const reading = readings.find((one) => one.subject === subject);
    return reading === undefined || reading.value < reading.limit / 2;
  }),
});
