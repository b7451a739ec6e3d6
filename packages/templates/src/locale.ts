/** Whether a tag may name a template file: canonical (`ne-NP`, not `ne_np`) and known to Intl, which else writes in the host's language. */
export const isTemplateLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
};

interface Tag {
  readonly baseName: string;
  readonly language: string;
}

const LIMIT = 1_000;
const tags = new Map<string, Tag | undefined>();

const read = (tag: string): Tag | undefined => {
  try {
    const { baseName, language } = new Intl.Locale(tag);
    return { baseName, language };
  } catch {
    return undefined;
  }
};

/** Known tags are remembered, because Intl takes as long to read one as a template to render; a bounded number, as recipients choose them. */
const parse = (tag: string): Tag | undefined => {
  if (tags.has(tag)) return tags.get(tag);
  if (tags.size >= LIMIT) tags.clear();
  const parsed = read(tag);
  tags.set(tag, parsed);
  return parsed;
};

/** The locale to write in: `ne-NP`, else `ne`, else the default. A tag that is no tag gets the default. */
export const pickLocale = (available: ReadonlyMap<string, unknown>, asked: string, defaultLocale: string): string => {
  let tag = parse(asked)?.baseName ?? '';
  while (tag !== '') {
    if (available.has(tag)) return tag;
    tag = tag.slice(0, Math.max(tag.lastIndexOf('-'), 0));
  }
  return defaultLocale;
};

/**
 * The locale for numbers and dates. The region is the recipient's (`en-IN` writes 1,24,300.00) as long as the language is
 * the text's; otherwise all follows the text, because one message speaks one language.
 */
export const formatLocaleFor = (asked: string, written: string): string => {
  const wanted = parse(asked);
  return wanted && wanted.language === parse(written)?.language ? wanted.baseName : written;
};
