/** Languages that documents are written in. */
export const DOCUMENT_LANGUAGES = ['en', 'ne', 'ar'] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

interface Tag {
  /** Language, script and region, without extensions: `ne-NP`. */
  readonly baseName: string;
  readonly language: DocumentLanguage;
}

const read = (tag: string): Tag | undefined => {
  try {
    const { baseName, language } = new Intl.Locale(tag);
    const known = DOCUMENT_LANGUAGES.find((one) => one === language);
    return known && { baseName, language: known };
  } catch {
    return undefined;
  }
};

/**
 * The locale that a document is written in for somebody who reads `asked`: their own, with its region, because that decides how
 * amounts and dates look; else `fallback`; else English. People with one answer share one document.
 */
export const documentLocale = (asked: string, fallback: string): string =>
  (read(asked) ?? read(fallback))?.baseName ?? 'en';

/** The language of such a locale. */
export const documentLanguage = (locale: string): DocumentLanguage => read(locale)?.language ?? 'en';
