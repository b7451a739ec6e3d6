import { createHash } from 'node:crypto';
import type { NotificationType } from '../notification-type.js';
import { EXAMPLE_LINKS, fixtureSchema, longestSchema } from './fixture.js';
import { type Environments, loadChannels } from './load-channels.js';
import { readLocatedJson } from './located-json.js';
import { type Manifest, manifestSchemaOf } from './manifest.js';
import type { SourceFile, TypeFolder } from './read-template-tree.js';
import type { ReportProblem } from './template-load-error.js';

const JSON_FILES = { manifest: 'manifest.json', fixture: 'fixture.json', longest: 'longest.json' } as const;

/** What a check sees, not what a person gets, is left out. */
const versionOf = (folder: TypeFolder, partials: readonly SourceFile[]): string => {
  const own = folder.files.filter(
    ({ path }) => ![JSON_FILES.fixture, JSON_FILES.longest].some((name) => path === `${folder.name}/${name}`),
  );
  const content = [...own, ...partials].map(({ path, text }) => [path, text]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
};

const jsonFile = (folder: TypeFolder, name: string, report: ReportProblem): SourceFile | undefined => {
  const path = `${folder.name}/${name}`;
  const file = folder.files.find((candidate) => candidate.path === path);
  if (!file) report({ file: path, line: 1, message: 'is missing: every type has one' });
  return file;
};

const lineOfField = ({ text }: SourceFile, field: string): number => {
  const at = text.indexOf(`"${field}"`);
  return at === -1 ? 1 : text.slice(0, at).split('\n').length;
};

type Templates = NotificationType['channels'];

/** Where manifest and templates contradict each other, as field of the manifest and message. */
function* mismatches(
  { channels, whatsapp }: Manifest,
  templates: Templates,
  locale: string,
): Generator<[string, string]> {
  for (const channel of channels)
    if (!templates.has(channel)) yield ['channels', `there is no ${channel}.${locale} template in this folder`];
  const written = templates.get('whatsapp');
  if (whatsapp !== null && !written) yield ['whatsapp', `there is no whatsapp.${locale} template in this folder`];
  if (whatsapp === null && [...(written?.values() ?? [])].some((parts) => parts.has('params')))
    yield ['whatsapp', 'must name the approved template that the params part is for'];
}

/** The example content, and the same with the longest usual values. */
const examplesOf = (
  folder: TypeFolder,
  report: ReportProblem,
): Pick<NotificationType, 'fixture' | 'longest'> | undefined => {
  const fixtureFile = jsonFile(folder, JSON_FILES.fixture, report);
  const content = fixtureFile && readLocatedJson(fixtureFile, fixtureSchema, report);
  const longestFile = folder.files.find(({ path }) => path === `${folder.name}/${JSON_FILES.longest}`);
  const longer = longestFile ? readLocatedJson(longestFile, longestSchema, report) : null;
  if (!content || longer === undefined) return undefined;
  const fixture = { type: folder.name, ...content, links: EXAMPLE_LINKS };
  if (longer === null) return { fixture, longest: fixture };
  const entity = { ...fixture.entity, ...longer.entity };
  return { fixture, longest: { ...fixture, entity, data: { ...fixture.data, ...longer.data } } };
};

interface LoadTypeOptions {
  readonly environments: Environments;
  readonly partials: readonly SourceFile[];
  readonly defaultLocale: string;
  readonly report: ReportProblem;
}

/** Loads one folder; undefined if it can't be used, and then the reasons are reported. */
export const loadType = (folder: TypeFolder, options: LoadTypeOptions): NotificationType | undefined => {
  const { environments, partials, defaultLocale, report } = options;
  for (const { path } of folder.files)
    if (path.endsWith('.json') && !Object.values(JSON_FILES).some((name) => path === `${folder.name}/${name}`))
      report({ file: path, line: 1, message: 'is not a file that a type has' });
  const manifestFile = jsonFile(folder, JSON_FILES.manifest, report);
  const manifest = manifestFile && readLocatedJson(manifestFile, manifestSchemaOf(folder.name), report);
  const examples = examplesOf(folder, report);
  const channels = loadChannels(folder, environments, defaultLocale, report);
  if (manifestFile && manifest)
    for (const [field, message] of mismatches(manifest, channels, defaultLocale))
      report({ file: manifestFile.path, line: lineOfField(manifestFile, field), message: `${field}: ${message}` });
  if (!manifest || !examples) return undefined;
  return {
    name: folder.name,
    manifest,
    templateVersion: versionOf(folder, partials),
    ...examples,
    defaultLocale,
    channels,
    has: (channel) => channels.has(channel),
  };
};
