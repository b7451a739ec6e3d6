import { readDecimal } from './decimal.js';
import type { Format } from './format.js';
import { createIntlCache } from './intl-cache.js';

/** `{{number value}}`: a quantity or weight, with up to six digits after the point. */
export const createNumber = (): Format => {
  const formatter = createIntlCache((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }));
  return {
    parameters: ['value'],
    write: ([value], { formatLocale }) => formatter(formatLocale, '').format(readDecimal(value)),
  };
};
