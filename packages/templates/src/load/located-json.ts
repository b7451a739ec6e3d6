import { evaluate, type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import type { z } from 'zod';
import type { SourceFile } from './read-template-tree.js';
import type { ReportProblem } from './template-load-error.js';

type Path = readonly PropertyKey[];

const keyOf = (member: MemberNode): string => (member.name.type === 'String' ? member.name.value : member.name.name);

/** The line of the value at `path`, or of the nearest thing around it that exists. */
const lineOf = (node: ValueNode, path: Path): number => {
  const [step, ...rest] = path;
  if (step === undefined) return node.loc.start.line;
  if (node.type === 'Array') {
    const element = node.elements[Number(step)];
    return element ? lineOf(element.value, rest) : node.loc.start.line;
  }
  if (node.type !== 'Object') return node.loc.start.line;
  const member = node.members.find((candidate) => keyOf(candidate) === step);
  return member ? lineOf(member.value, rest) : node.loc.start.line;
};

const reportIssue = (report: ReportProblem, file: SourceFile, issue: z.core.$ZodIssue, body: ValueNode): void => {
  if (issue.code !== 'unrecognized_keys') {
    const field = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    report({ file: file.path, line: lineOf(body, issue.path), message: `${field}${issue.message}` });
    return;
  }
  for (const key of issue.keys) {
    const path = [...issue.path, key];
    report({ file: file.path, line: lineOf(body, path), message: `${path.join('.')}: unknown field` });
  }
};

/** Reads a JSON file by its schema. Broken JSON and every faulty field are reported with their line; then the answer is undefined. */
export const readLocatedJson = <S extends z.ZodType>(
  file: SourceFile,
  schema: S,
  report: ReportProblem,
): z.output<S> | undefined => {
  let body: ValueNode;
  try {
    body = parse(file.text, { mode: 'json' }).body;
  } catch (error) {
    const { line, message } = error as { line: number; message: string };
    // The parser places an early end at 1:1, but the file breaks where it ends.
    const early = message.startsWith('Unexpected end');
    const at = early ? file.text.trimEnd().split('\n').length : line;
    report({ file: file.path, line: at, message: `broken JSON: ${message.replace(/ \(\d+:\d+\)$/, '')}` });
    return undefined;
  }
  const result = schema.safeParse(evaluate(body));
  if (result.success) return result.data;
  for (const issue of result.error.issues) reportIssue(report, file, issue, body);
  return undefined;
};
