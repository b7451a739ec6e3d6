import { readDecimal } from './decimal.js';
import type { Format } from './format.js';
import { createIntlCache } from './intl-cache.js';

/** The plural forms of a language, such as `one, other` of English and six of Arabic (Unicode CLDR, "Language plural rules"). */
export const categoriesOf = (locale: string): readonly string[] =>
  new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

/** `{{plural count one="# package" other="# packages"}}`: the words for that many; `#` stands for the number as it is written. */
export const createPlural = (): Format => {
  const rules = createIntlCache((locale) => new Intl.PluralRules(locale));
  const formatter = createIntlCache((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }));
  return {
    parameters: ['count'],
    takesForms: true,
    staysBare: true,
    write: ([value], { formatLocale }, forms) => {
      const count = readDecimal(value);
      const words = forms[rules(formatLocale, '').select(Number(count))] ?? '';
      return words.replaceAll('#', formatter(formatLocale, '').format(count));
    },
  };
};
