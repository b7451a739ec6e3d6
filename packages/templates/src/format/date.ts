import { parseInstant } from '@crier/domain';
import { type Format, FormatError } from './format.js';
import { buildDateTimeFormat, createIntlCache } from './intl-cache.js';

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Milliseconds since 1970 of an instant with an offset, read as strictly as intake reads `occurredAt`. */
export const readInstantMs = (value: unknown, wanted: string): number => {
  const parsed = typeof value === 'string' ? parseInstant(value) : undefined;
  if (parsed && 'micros' in parsed) return Number(parsed.micros / 1000n);
  throw new FormatError(`needs ${wanted}`);
};

/** `{{date instant}}`: the day in the recipient's zone. A calendar day ("2026-12-10") is the same day everywhere. */
export const createDate = (): Format => {
  const formatter = createIntlCache((locale, zone) => buildDateTimeFormat(locale, zone, { dateStyle: 'long' }));
  return {
    parameters: ['instant'],
    write: ([value], { formatLocale, timezone }) => {
      const isDay = typeof value === 'string' && CALENDAR_DAY.test(value);
      const instant = readInstantMs(isDay ? `${value}T00:00:00Z` : value, 'a day or an instant with an offset');
      return formatter(formatLocale, isDay ? 'UTC' : timezone).format(instant);
    },
  };
};
