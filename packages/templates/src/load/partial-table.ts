import type { Escaping } from '../channel-parts.js';
import { parseTemplate } from '../compile/parse-template.js';
import { isTemplateLocale } from '../locale.js';
import type { SourceFile } from './read-template-tree.js';
import type { ReportProblem } from './template-load-error.js';

const FILE_NAME = /^([a-z][a-z0-9-]*)(?:\.([A-Za-z0-9-]+))?\.(html|txt)\.hbs$/;

interface Partial {
  readonly name: string;
  readonly locale: string | undefined;
  readonly escaping: Escaping;
  readonly program: hbs.AST.Program | undefined;
}

/** The partials that templates of one escaping and locale see, parsed, by name; undefined stands for one with a syntax error. */
export type PartialTable = (escaping: Escaping, locale: string) => ReadonlyMap<string, hbs.AST.Program | undefined>;

/**
 * Sorts `_partials/`. `frame.html.hbs` holds no words and serves every locale; `footer.en.html.hbs` serves `en` alone, so that
 * a template in a language that lacks it fails to load instead of mixing languages.
 */
export const createPartialTable = (files: readonly SourceFile[], report: ReportProblem): PartialTable => {
  const partials: Partial[] = [];
  for (const file of files) {
    const [, name, locale, extension] = FILE_NAME.exec(file.path.slice(file.path.lastIndexOf('/') + 1)) ?? [];
    if (name === undefined || (locale !== undefined && !isTemplateLocale(locale)))
      report({ file: file.path, line: 1, message: 'a partial is named <name>[.<locale>].html.hbs or .txt.hbs' });
    else
      partials.push({
        name,
        locale,
        escaping: extension === 'html' ? 'html' : 'text',
        program: parseTemplate(file, report),
      });
  }
  return (escaping, locale) => {
    const kind = escaping === 'html' ? 'html' : 'text';
    const fitting = partials.filter((one) => one.escaping === kind && (one.locale ?? locale) === locale);
    // The file with a locale in its name comes last and wins.
    const ordered = fitting.sort((a, b) => Number(a.locale !== undefined) - Number(b.locale !== undefined));
    return new Map(ordered.map(({ name, program }) => [name, program]));
  };
};
