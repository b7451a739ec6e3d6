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
  readonly locale: string;
  readonly part: string;
  readonly escaping: Escaping;
}

const PARTS = new Map(
  Object.entries(CHANNEL_PARTS).map(([channel, parts]) => [channel, new Map(Object.entries(parts))]),
);

const partsOf = (channel: string): ReadonlyMap<string, PartRule> => PARTS.get(channel) ?? new Map();

/** Where `email.ne-NP.html.hbs` belongs; undefined if the name says no place. */
const placeOf = (file: SourceFile): Place | undefined => {
  const [channel, locale, part, extension, ...rest] = file.path.slice(file.path.lastIndexOf('/') + 1).split('.');
  const rule = partsOf(channel ?? '').get(part ?? '');
  if (!channel || !locale || !part || !rule || extension !== 'hbs' || rest.length > 0) return undefined;
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
  for (const file of folder.files.filter(({ path }) => !path.endsWith('.json'))) {
    const place = placeOf(file);
    if (!place) {
      report({
        file: file.path,
        line: 1,
        message: 'a template is named <channel>.<locale>.<part>.hbs, as in email.en.html.hbs',
      });
      continue;
    }
    const parts = entry(
      entry(channels, place.channel, () => new Map()),
      place.locale,
      () => new Map(),
    );
    parts.set(place.part, environments(place.escaping, place.locale).compile(file));
  }
  reportGaps(folder, channels, defaultLocale, report);
  // A part that did not compile was reported, so nobody will ever see the hole it leaves here.
  return channels as ReadonlyMap<string, ReadonlyMap<string, ChannelTemplate>>;
};
