import Handlebars from 'handlebars';
import type { Escaping } from '../channel-parts.js';
import { type Format, FormatError } from '../format/format.js';
import type { SourceFile } from '../load/read-template-tree.js';
import type { ReportProblem } from '../load/template-load-error.js';
import type { RenderSettings, Template } from '../render-context.js';
import { type ExpressionSite, TemplateError } from '../template-error.js';
import { LOOK_UP, type LookupSite, lookUp } from './look-up.js';
import { rewriteProgram } from './strict-rewrite.js';

/** A compiler for the parts of one escaping and locale, with the partials that belong to them. */
export interface Environment {
  /** Undefined when the file has a problem, which is then reported. */
  compile(file: SourceFile): Template | undefined;
}

export interface EnvironmentOptions {
  readonly escaping: Escaping;
  readonly partials: ReadonlyMap<string, SourceFile>;
  readonly formats: ReadonlyMap<string, Format>;
  readonly report: ReportProblem;
}

const lineOf = (error: unknown): number => {
  const { lineNumber, message } = error as { lineNumber?: number; message: string };
  return lineNumber ?? Number(/on line (\d+)/.exec(message)?.[1] ?? 1);
};

/** Handlebars' first line repeats the line number; the last one says what it expected. */
const syntaxMessage = (error: unknown): string => (error as Error).message.replace(/^Parse error on line \d+:\n/, '');

// Intl writes no-break spaces (U+00A0, U+202F), which plain text and subjects show as boxes or count as foreign characters.
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

type Sites = (ExpressionSite | LookupSite)[];
type HelperOptions = { data: RenderSettings };

const registerHelpers = (env: typeof Handlebars, sites: Sites, { formats, escaping }: EnvironmentOptions): void => {
  env.registerHelper(LOOK_UP, (index: number, base: unknown, options: HelperOptions) =>
    lookUp(sites[index] as LookupSite, base, options.data.version),
  );
  for (const [name, format] of formats)
    env.registerHelper(name, (index: number, ...rest: unknown[]) => {
      const { data } = rest.pop() as HelperOptions;
      try {
        const written = format.write(rest, data);
        return escaping === 'text' ? plainSpaces(written) : written;
      } catch (error) {
        if (error instanceof FormatError)
          throw new TemplateError(sites[index] as ExpressionSite, data.version, error.message);
        throw error;
      }
    });
};

/** Anything but a `TemplateError` becomes one that names the file: its message may hold data, so it is dropped. */
const guarded =
  (file: SourceFile, render: HandlebarsTemplateDelegate): Template =>
  (context, settings) => {
    try {
      return render(context, { data: settings });
    } catch (error) {
      if (error instanceof TemplateError) throw error;
      const site = { template: file.path, line: 1, expression: 'the template' };
      throw new TemplateError(site, settings.version, `could not be rendered (${(error as Error).name})`);
    }
  };

export const createEnvironment = (options: EnvironmentOptions): Environment => {
  const { escaping, partials, formats, report } = options;
  const env = Handlebars.create();
  const sites: Sites = [];
  registerHelpers(env, sites, options);
  const compileOptions = {
    noEscape: escaping === 'text',
    knownHelpers: Object.fromEntries([LOOK_UP, ...formats.keys()].map((name) => [name, true])),
    knownHelpersOnly: true,
    preventIndent: true,
  } as CompileOptions;

  const compile = (file: SourceFile, isPartial: boolean): HandlebarsTemplateDelegate | undefined => {
    let sound = true;
    const problem = (line: number, message: string) => {
      sound = false;
      report({ file: file.path, line, message });
    };
    try {
      const program = Handlebars.parse(file.text);
      const refuse = (node: { loc: hbs.AST.SourceLocation }, message: string) => problem(node.loc.start.line, message);
      rewriteProgram({ file, isPartial, formats, partials: new Set(partials.keys()), sites, refuse }, program);
      if (!sound) return undefined;
      env.precompile(program, compileOptions);
      return env.compile(program, compileOptions);
    } catch (error) {
      problem(lineOf(error), syntaxMessage(error));
      return undefined;
    }
  };

  for (const [name, file] of partials) {
    const compiled = compile(file, true);
    if (compiled) env.registerPartial(name, compiled);
  }
  return {
    compile: (file) => {
      const compiled = compile(file, false);
      return compiled && guarded(file, compiled);
    },
  };
};
