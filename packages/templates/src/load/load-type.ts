import { createHash } from 'node:crypto';
import type { NotificationType } from '../notification-type.js';
import { fixtureSchema } from './fixture.js';
import { type Environments, loadChannels } from './load-channels.js';
import { readLocatedJson } from './located-json.js';
import { manifestSchema } from './manifest.js';
import type { SourceFile, TypeFolder } from './read-template-tree.js';
import type { ReportProblem } from './template-load-error.js';

const JSON_FILES = { manifest: 'manifest.json', fixture: 'fixture.json' } as const;

/** The fixture is left out: it changes what a check sees, not what a person gets. */
const versionOf = (folder: TypeFolder, partials: readonly SourceFile[]): string => {
  const own = folder.files.filter(({ path }) => path !== `${folder.name}/${JSON_FILES.fixture}`);
  const content = [...own, ...partials].map(({ path, text }) => [path, text]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
};

const jsonFile = (folder: TypeFolder, name: string, report: ReportProblem): SourceFile | undefined => {
  const path = `${folder.name}/${name}`;
  const file = folder.files.find((candidate) => candidate.path === path);
  if (!file) report({ file: path, line: 1, message: 'is missing: every type has one' });
  return file;
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
  const fixtureFile = jsonFile(folder, JSON_FILES.fixture, report);
  const manifest = manifestFile && readLocatedJson(manifestFile, manifestSchema, report);
  const fixture = fixtureFile && readLocatedJson(fixtureFile, fixtureSchema, report);
  const channels = loadChannels(folder, environments, defaultLocale, report);
  for (const channel of manifest?.channels ?? [])
    if (manifestFile && !channels.has(channel))
      report({
        file: manifestFile.path,
        line: manifestFile.text.slice(0, manifestFile.text.indexOf('"channels"')).split('\n').length,
        message: `channels: there is no ${channel}.${defaultLocale} template in this folder`,
      });
  if (!manifest || !fixture) return undefined;
  return {
    name: folder.name,
    manifest,
    templateVersion: versionOf(folder, partials),
    fixture: { type: folder.name, ...fixture },
    defaultLocale,
    channels,
    has: (channel) => channels.has(channel),
  };
};
