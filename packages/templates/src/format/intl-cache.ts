import { FormatError } from './format.js';

const LIMIT = 1_000;

/**
 * Keeps Intl formatters, which cost a hundred times more to build than to use. Locales come from recipients, so the
 * number kept is bounded; `kind` tells formatters of one locale apart.
 */
export const createIntlCache = <T>(
  build: (locale: string, kind: string) => T,
): ((locale: string, kind: string) => T) => {
  const kept = new Map<string, T>();
  return (locale, kind) => {
    const key = `${locale} ${kind}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const built = build(locale, kind);
    if (kept.size >= LIMIT) kept.clear();
    kept.set(key, built);
    return built;
  };
};

/** A formatter of dates in a time zone; an unknown zone is a `FormatError`, never the host's zone. */
export const buildDateTimeFormat = (
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone });
  } catch {
    throw new FormatError('needs a known time zone');
  }
};
