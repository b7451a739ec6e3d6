import {
  checkTypes,
  loadTypes,
  manifestJsonSchema,
  type SmsSize,
  smsSizes,
  TemplateLoadError,
  type TypeCatalog,
  type TypeProblem,
} from '@crier/templates';
import { asTable } from '../as-table.js';
import type { CliDeps, ExitStatus } from '../cli-deps.js';
import { templatesDir } from '../templates-dir.js';

const placeOf = ({ char, index }: NonNullable<SmsSize['forcedBy']>): string =>
  `${char} (U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}) at ${index}`;

const sizeTable = (sizes: readonly SmsSize[]): string =>
  asTable<SmsSize>(
    [
      { title: 'SMS', of: ({ type }) => type },
      { title: 'LOCALE', of: ({ locale }) => locale },
      { title: 'EXAMPLE', of: ({ example }) => example },
      { title: 'ENCODING', of: ({ encoding }) => encoding },
      { title: 'UNITS', of: ({ units }) => String(units) },
      { title: 'SEGMENTS', of: ({ segments, maxSegments }) => `${segments} of ${maxSegments}` },
      { title: 'PRICE', of: ({ price }) => `${price.class} x ${price.units}` },
      { title: 'FORCED BY', of: ({ forcedBy }) => (forcedBy === null ? '' : placeOf(forcedBy)) },
    ],
    sizes,
  );

const problemLine = ({ type, channel, locale, message }: TypeProblem): string =>
  `✗ ${[type, channel, locale].filter(Boolean).join(' ')}: ${message}`;

const localesOf = ({ types }: TypeCatalog): number =>
  new Set([...types.values()].flatMap(({ channels }) => [...channels.values()].flatMap((one) => [...one.keys()]))).size;

const checkLoaded = (deps: CliDeps, catalog: TypeCatalog, json: boolean | undefined): ExitStatus => {
  const problems = checkTypes(catalog);
  const ok = problems.length === 0;
  // A text that can't be rendered has no size.
  const sms = ok ? smsSizes(catalog) : [];
  if (json) deps.out(JSON.stringify({ ok, types: [...catalog.types.keys()], problems, sms }));
  else if (ok) deps.out(`${sizeTable(sms)}\n\n${catalog.types.size} types in ${localesOf(catalog)} locales: all well.`);
  else deps.err([...problems.map(problemLine), `${problems.length} to mend.`].join('\n'));
  return ok ? 0 : 1;
};

/** `crier templates check`: everything that the test run checks, and the size of each SMS. 1 if anything is wrong. */
export const checkTemplatesCommand = async (
  deps: CliDeps,
  options: { dir?: string; json?: boolean },
): Promise<ExitStatus> => {
  const dir = templatesDir(deps, options.dir);
  try {
    return checkLoaded(deps, await loadTypes(dir), options.json);
  } catch (error) {
    if (!options.json || !(error instanceof TemplateLoadError)) throw error;
    deps.out(JSON.stringify({ ok: false, types: [], problems: error.problems, sms: [] }));
    return 1;
  }
};

/** `crier templates schema`: the manifest's JSON Schema. */
export const schemaCommand = (deps: CliDeps): ExitStatus => {
  deps.out(JSON.stringify(manifestJsonSchema(), null, 2));
  return 0;
};
