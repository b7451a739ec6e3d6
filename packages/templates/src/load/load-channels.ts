import { CHANNEL_PARTS, type Escaping, type PartRule } from '../channel-parts.js';
import type { Environment } from '../compile/environment.js';
import { isTemplateLocale } from '../locale.js';
import type { ChannelTemplate } from '../notification-type.js';
import type { Template } from '../render-context.js';
import type { SourceFile, TypeFolder } from './read-template-tree.js';
import type { ReportProblem } from './template-load-error.js';

export type Environments = (escaping: Escaping, locale: string) => Environment;

interface Place {
  readonly channel: string;
  /** Null: every locale that the channel has. */
  readonly locale: string | null;
  readonly part: string;
  readonly escaping: Escaping;
}

const PARTS = new Map(
  Object.entries(CHANNEL_PARTS).map(([channel, parts]) => [channel, new Map(Object.entries(parts))]),
);

const partsOf = (channel: string): ReadonlyMap<string, PartRule> => PARTS.get(channel) ?? new Map();

/** Where `email.ne-NP.html.hbs` or `push.url.hbs` belongs; undefined if the name says no place. */
const placeOf = (file: SourceFile): Place | undefined => {
  const steps = file.path.slice(file.path.lastIndexOf('/') + 1).split('.');
  if (steps.length === 3) steps.splice(1, 0, '');
  const [channel, locale, part, extension, ...rest] = steps;
  const rule = partsOf(channel ?? '').get(part ?? '');
  if (!channel || !part || !rule || extension !== 'hbs' || rest.length > 0) return undefined;
  if (!locale) return rule.required ? undefined : { channel, locale: null, part, escaping: rule.escaping };
  return isTemplateLocale(locale) ? { channel, locale, part, escaping: rule.escaping } : undefined;
};

type Channels = Map<string, Map<string, Map<string, Template | undefined>>>;

const entry = <K, V>(map: Map<K, V>, key: K, create: () => V): V => {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
};

const reportGaps = (folder: TypeFolder, channels: Channels, defaultLocale: string, report: ReportProblem): void => {
  for (const [channel, locales] of channels) {
    for (const [locale, parts] of new Map([[defaultLocale, new Map<string, unknown>()], ...locales]))
      for (const [part, { required }] of partsOf(channel))
        if (required && !parts.has(part))
          report({
            file: `${folder.name}/${channel}.${locale}.${part}.hbs`,
            line: 1,
            message: `is missing: ${channel} needs its ${part} part${locale === defaultLocale ? ' in the default locale' : ''}`,
          });
  }
};

/** Compiles the `.hbs` files of a type. Reports misnamed files, missing parts and a missing default locale. */
export const loadChannels = (
  folder: TypeFolder,
  environments: Environments,
  defaultLocale: string,
  report: ReportProblem,
): ReadonlyMap<string, ReadonlyMap<string, ChannelTemplate>> => {
  const channels: Channels = new Map();
  const localesOf = (channel: string) => entry(channels, channel, () => new Map());
  const everywhere: (Place & { file: SourceFile })[] = [];
  for (const file of folder.files.filter(({ path }) => !path.endsWith('.json'))) {
    const place = placeOf(file);
    if (!place)
      report({
        file: file.path,
        line: 1,
        message: 'a template is named <channel>.<locale>.<part>.hbs, as in email.en.html.hbs',
      });
    else if (place.locale === null) everywhere.push({ ...place, file });
    else {
      const parts = entry(localesOf(place.channel), place.locale, () => new Map());
      parts.set(place.part, environments(place.escaping, place.locale).compile(file));
    }
  }
  // Last, because only then it is known which locales there are; a locale's own file wins.
  for (const { channel, part, escaping, file } of everywhere)
    for (const [locale, parts] of localesOf(channel))
      if (!parts.has(part)) parts.set(part, environments(escaping, locale).compile(file));
  reportGaps(folder, channels, defaultLocale, report);
  // A part that did not compile was reported, so nobody will ever see the hole it leaves here.
  return channels as ReadonlyMap<string, ReadonlyMap<string, ChannelTemplate>>;
};
