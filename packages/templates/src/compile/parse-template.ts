import Handlebars from 'handlebars';
import type { SourceFile } from '../load/read-template-tree.js';
import type { ReportProblem } from '../load/template-load-error.js';

const lineOf = (error: unknown): number => {
  const { lineNumber, message } = error as { lineNumber?: number; message: string };
  return lineNumber ?? Number(/on line (\d+)/.exec(message)?.[1] ?? 1);
};

/** A parse error spans four lines, of which the last says what was expected; others end with their place, which we print ourselves. */
const messageOf = (error: unknown): string => {
  const last = (error as Error).message.split('\n').at(-1) ?? '';
  return last.replace(/ - \d+:\d+$/, '');
};

/** Parses a template, its path in every node's `loc.source`. A syntax error is reported, and then the answer is undefined. */
export const parseTemplate = (file: SourceFile, report: ReportProblem): hbs.AST.Program | undefined => {
  try {
    return Handlebars.parse(file.text, { srcName: file.path });
  } catch (error) {
    report({ file: file.path, line: lineOf(error), message: messageOf(error) });
    return undefined;
  }
};
