import { DocumentRefused, parseInstant } from '@crier/domain';

/** Writes values for one locale and one time zone. Each throws DocumentRefused for what it can't write. */
export interface Format {
  /** With its ISO 4217 code, which unlike a sign is never ambiguous: `NPR 1,24,300.00`. */
  money(amount: Decimal, currency: string): string;
  number(value: Decimal): string;
  /** A calendar day ("2026-12-10") is the same day everywhere; an instant is the day in the zone. */
  day(value: string): string;
  /** Year, month, day of an instant in the zone. */
  dateOf(instant: string): readonly [number, number, number];
  /** 0 to 9 as the locale writes them. */
  readonly digits: string;
}

/** A number, or a decimal in a string, which Intl writes digit for digit where a number would round. */
export type Decimal = number | string;

/** More digits than the currency has are shown up to this many, so that a unit price of 0.0375 is not printed as 0.04. */
const MOST_DIGITS = 4;
const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ENGLISH_DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

const moneyFormat = (locale: string, currency: string): Intl.NumberFormat => {
  const options = { style: 'currency', currency, currencyDisplay: 'code' } as const;
  const digits = new Intl.NumberFormat(locale, options).resolvedOptions().maximumFractionDigits ?? 2;
  return new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: Math.max(digits, MOST_DIGITS) });
};

/** Whether a value can be written as a date: a calendar day that there is, or an instant. */
export const isDay = (value: string): boolean =>
  'micros' in parseInstant(CALENDAR_DAY.test(value) ? `${value}T00:00:00Z` : value);

const readInstantMs = (value: string): number => {
  const parsed = parseInstant(value);
  if ('micros' in parsed) return Number(parsed.micros / 1000n);
  throw new DocumentRefused('a date must be a day such as 2026-12-10, or an instant with an offset');
};

/** Formatters cost a hundred times more to build than to use: one set for each document, whose locale and currency are one. */
export const createFormat = (locale: string, timeZone: string): Format => {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const monies = new Map<string, Intl.NumberFormat>();
  const days = (zone: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone });
  const calendarDays = days('UTC');
  const localDays = days(timeZone);
  const parts = new Intl.DateTimeFormat('en-GB', { ...ENGLISH_DATE, timeZone });
  return {
    money: (amount, currency) => {
      const known = monies.get(currency) ?? moneyFormat(locale, currency);
      monies.set(currency, known);
      return known.format(amount as Intl.StringNumericLiteral);
    },
    number: (value) => numbers.format(value as Intl.StringNumericLiteral),
    day: (value) =>
      CALENDAR_DAY.test(value)
        ? calendarDays.format(readInstantMs(`${value}T00:00:00Z`))
        : localDays.format(readInstantMs(value)),
    dateOf: (instant) => {
      const [day = 0, month = 0, year = 0] = parts.format(readInstantMs(instant)).split('/').map(Number);
      return [year, month, day];
    },
    digits: new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: 10 }).format(123_456_789),
  };
};
