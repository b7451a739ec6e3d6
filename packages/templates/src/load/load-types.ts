import { createEnvironment, type Environment } from '../compile/environment.js';
import { createFormats } from '../format/formats.js';
import { isTemplateLocale } from '../locale.js';
import type { NotificationType, TypeCatalog } from '../notification-type.js';
import type { Environments } from './load-channels.js';
import { loadType } from './load-type.js';
import { createPartialTable } from './partial-table.js';
import { readTemplateTree, type TemplateTree } from './read-template-tree.js';
import { type LoadProblem, type ReportProblem, TemplateLoadError } from './template-load-error.js';

export interface LoadTypesOptions {
  /** Every type must exist in it; every fallback ends at it. A BCP 47 tag. */
  readonly defaultLocale?: string;
}

/** One environment for each escaping and locale, made when first asked for. */
const createEnvironments = (tree: TemplateTree, report: ReportProblem): Environments => {
  const table = createPartialTable(tree.partials, report);
  const files = [...tree.partials, ...tree.types.flatMap((type) => type.files)];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const textOf = (path: string): string => texts.get(path) ?? '';
  const formats = createFormats();
  const made = new Map<string, Environment>();
  return (escaping, locale) => {
    const key = `${escaping} ${locale}`;
    const environment =
      made.get(key) ??
      createEnvironment({ escaping, locale, partials: table(escaping, locale), formats, textOf, report });
    made.set(key, environment);
    return environment;
  };
};

/**
 * Reads and compiles every notification type under `dir`. A folder is a type; nothing else names it.
 * Throws `TemplateLoadError` with file and line of everything that is wrong, so that a start never half-loads.
 */
export const loadTypes = async (dir: string, { defaultLocale = 'en' }: LoadTypesOptions = {}): Promise<TypeCatalog> => {
  const problems: LoadProblem[] = [];
  // A partial's problem turns up wherever it is used.
  const seen = new Set<string>();
  const report: ReportProblem = (problem) => {
    const key = JSON.stringify(problem);
    if (!seen.has(key)) problems.push(problem);
    seen.add(key);
  };
  if (!isTemplateLocale(defaultLocale))
    report({
      file: '',
      line: 1,
      message: `the default locale "${defaultLocale}" is not a locale this Node.js can write`,
    });
  const tree = await readTemplateTree(dir, report);
  const environments = createEnvironments(tree, report);
  const types = new Map<string, NotificationType>();
  for (const folder of tree.types) {
    const type = loadType(folder, { environments, partials: tree.partials, defaultLocale, report });
    if (type) types.set(type.name, type);
  }
  if (problems.length > 0) throw new TemplateLoadError(dir, problems);
  return { types };
};
