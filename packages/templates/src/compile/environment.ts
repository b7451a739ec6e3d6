import Handlebars from 'handlebars';
import type { Escaping } from '../channel-parts.js';
import { directionOf, isolate } from '../direction.js';
import { type Format, FormatError } from '../format/format.js';
import type { SourceFile } from '../load/read-template-tree.js';
import type { ReportProblem } from '../load/template-load-error.js';
import { oneLine } from '../render/plain-text.js';
import type { RenderSettings, Template } from '../render-context.js';
import { type ExpressionSite, TemplateError } from '../template-error.js';
import { expandPartials } from './expand-partials.js';
import { LOOK_UP, type LookupSite, lookUp } from './look-up.js';
import { parseTemplate } from './parse-template.js';
import { printingOf } from './printing.js';
import { rewriteProgram } from './strict-rewrite.js';

/** A compiler for the parts of one escaping and locale, with the partials that belong to them. */
export interface Environment {
  /** Undefined when the file has a problem, which is then reported. */
  compile(file: SourceFile): Template | undefined;
}

interface EnvironmentOptions {
  readonly escaping: Escaping;
  readonly locale: string;
  readonly partials: ReadonlyMap<string, hbs.AST.Program | undefined>;
  readonly formats: ReadonlyMap<string, Format>;
  readonly textOf: (path: string) => string;
  readonly report: ReportProblem;
}

// Intl writes no-break spaces (U+00A0, U+202F), which plain text and subjects show as boxes or count as foreign characters.
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** What a part prints of a value that a helper wrote, and of one that came from the data. */
const PRINT: Readonly<Record<Escaping, { written(text: string): string; given(value: unknown): unknown }>> = {
  html: { written: (text) => text, given: (value) => value },
  text: { written: plainSpaces, given: (value) => value },
  lines: { written: oneLine, given: (value) => (typeof value === 'string' ? oneLine(value) : value) },
  address: { written: plainSpaces, given: (value) => value },
};

type Sites = (ExpressionSite | LookupSite)[];
type HelperOptions = { data: { settings: RenderSettings }; hash: Readonly<Record<string, string>> };

const registerHelpers = (env: typeof Handlebars, sites: Sites, { formats, escaping }: EnvironmentOptions): void => {
  const { written, given } = PRINT[escaping];
  env.registerHelper(LOOK_UP, (index: number, base: unknown, options: HelperOptions) => {
    const site = sites[index] as LookupSite;
    const value = lookUp(site, base, options.data.settings.version);
    if (site.use !== 'text' || value === undefined) return value;
    return site.isolated ? isolate(String(given(value))) : given(value);
  });
  for (const [name, format] of formats)
    env.registerHelper(name, (index: number, ...rest: unknown[]) => {
      const { data, hash } = rest.pop() as HelperOptions;
      const { settings } = data;
      try {
        const text = written(format.write(rest, settings, hash));
        return sites[index]?.isolated ? isolate(text) : text;
      } catch (error) {
        if (error instanceof FormatError)
          throw new TemplateError(sites[index] as ExpressionSite, settings.version, error.message);
        throw error;
      }
    });
};

/** Anything but a `TemplateError` becomes one that names the file: its message may hold data, so it is dropped. */
const guarded = (file: SourceFile, locale: string, render: HandlebarsTemplateDelegate): Template => {
  const direction = directionOf(locale);
  return (context, settings) => {
    try {
      return render(context, { data: { settings, locale, ...direction } });
    } catch (error) {
      if (error instanceof TemplateError) throw error;
      const site = { template: file.path, line: 1, expression: 'the template' };
      throw new TemplateError(site, settings.version, `could not be rendered (${(error as Error).name})`);
    }
  };
};

export const createEnvironment = (options: EnvironmentOptions): Environment => {
  const { escaping, locale, partials, formats, textOf, report } = options;
  const env = Handlebars.create();
  const sites: Sites = [];
  registerHelpers(env, sites, options);
  const compileOptions = {
    noEscape: escaping !== 'html',
    knownHelpers: Object.fromEntries([LOOK_UP, ...formats.keys()].map((name) => [name, true])),
    knownHelpersOnly: true,
  } as CompileOptions;
  return {
    compile: (file) => {
      let sound = true;
      const refuse = ({ loc }: { loc: hbs.AST.SourceLocation }, message: string) => {
        sound = false;
        report({ file: loc.source, line: loc.start.line, message });
      };
      const parsed = parseTemplate(file, report);
      if (!parsed) return undefined;
      const program = expandPartials({ escaping, partials, refuse }, parsed);
      const printing = printingOf(escaping, locale);
      rewriteProgram({ formats, locale, textOf, sites, refuse, printing }, program);
      return sound ? guarded(file, locale, env.compile(program, compileOptions)) : undefined;
    },
  };
};
