import { readInstantMs } from './date.js';
import type { Format } from './format.js';
import { buildDateTimeFormat, createIntlCache } from './intl-cache.js';

const OPTIONS = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

/** `{{dateTime instant}}`: day and time in the recipient's zone, and which zone that is. */
export const createDateTime = (): Format => {
  const formatter = createIntlCache((locale, zone) => buildDateTimeFormat(locale, zone, OPTIONS));
  return {
    parameters: ['instant'],
    write: ([value], { formatLocale, timezone }) =>
      formatter(formatLocale, timezone).format(readInstantMs(value, 'an instant with an offset')),
  };
};
