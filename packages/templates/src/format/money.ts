import { readDecimal } from './decimal.js';
import { type Format, FormatError } from './format.js';
import { createIntlCache } from './intl-cache.js';

/** More digits than the currency has are shown up to this many, so that a unit price of 0.0375 is not printed as 0.04. */
const MOST_DIGITS = 4;

/** `{{money amount currency}}`: the amount with its ISO 4217 code, which unlike a sign is never ambiguous: `NPR 1,24,300.00`. */
export const createMoney = (): Format => {
  const formatter = createIntlCache((locale, currency) => {
    const options = { style: 'currency', currency, currencyDisplay: 'code' } as const;
    const digits = new Intl.NumberFormat(locale, options).resolvedOptions().maximumFractionDigits ?? 2;
    return new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: Math.max(digits, MOST_DIGITS) });
  });
  return {
    parameters: ['amount', 'currency'],
    write: ([amount, currency], { formatLocale }) => {
      if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
        throw new FormatError('needs an ISO 4217 currency code such as "NPR"');
      return formatter(formatLocale, currency).format(readDecimal(amount));
    },
  };
};
