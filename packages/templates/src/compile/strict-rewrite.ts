import type { Format } from '../format/format.js';
import { categoriesOf } from '../format/plural.js';
import type { ExpressionSite } from '../template-error.js';
import { LOOK_UP, type LookupSite, type LookupUse } from './look-up.js';
import type { Printing } from './printing.js';

type Path = hbs.AST.PathExpression;
type Expression = hbs.AST.Expression;
interface Call {
  path: Expression;
  params: Expression[];
  hash?: hbs.AST.Hash;
  loc: hbs.AST.SourceLocation;
}

/** What the rewriting of a template needs, and where it leaves what it finds. */
export interface Rewriting {
  readonly formats: ReadonlyMap<string, Format>;
  readonly locale: string;
  /** The text of the file of that path: partials bring in expressions from files of their own. */
  readonly textOf: (path: string) => string;
  /** Grows: the rewritten template refers to a site by its index. */
  readonly sites: (ExpressionSite | LookupSite)[];
  readonly refuse: (node: { loc: hbs.AST.SourceLocation }, message: string) => void;
  readonly printing: Printing;
}

const BLOCKS: ReadonlyMap<string, LookupUse> = new Map([
  ['if', 'value'],
  ['unless', 'value'],
  ['with', 'value'],
  ['each', 'list'],
]);
const DATA_VARIABLES = new Set(['root', 'index', 'first', 'last', 'locale', 'dir', 'start', 'end']);
/** Refused by name even as own properties, as intake refuses them in data. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

const isPath = (node: Expression): node is Path => node.type === 'PathExpression';

const pathTo = (name: string, loc: hbs.AST.SourceLocation): Path => ({
  type: 'PathExpression',
  data: false,
  depth: 0,
  parts: [name],
  original: name,
  loc,
});

const numberNode = (value: number, loc: hbs.AST.SourceLocation): hbs.AST.NumberLiteral => ({
  type: 'NumberLiteral',
  value,
  original: value,
  loc,
});

/** The source text of a call without its braces, on one line. */
const sourceOf = ({ textOf }: Rewriting, { source, start, end }: hbs.AST.SourceLocation): string => {
  const lines = textOf(source)
    .split('\n')
    .slice(start.line - 1, end.line);
  const text = lines.join('\n').slice(start.column, end.line === start.line ? end.column : undefined);
  return text.replace(/\s+/g, ' ').replace(/^[{(~ ]+|[})~ ]+$/g, '');
};

const addSite = (to: Rewriting, site: ExpressionSite | LookupSite, loc: hbs.AST.SourceLocation): Expression =>
  numberNode(to.sites.push(site) - 1, loc);

/** A variable becomes a call of the look-up helper: `data.lines` -> `(look-up <site> this)`. */
const lookUpCall = (
  to: Rewriting,
  path: Path,
  use: LookupUse,
  optional: boolean,
): { path: Path; params: Expression[] } => {
  const { loc, data, depth, original } = path;
  const [head, ...tail] = path.parts;
  const parts = data ? tail : path.parts;
  if (data && !DATA_VARIABLES.has(head ?? '')) to.refuse(path, `${original} is not a variable that exists`);
  const reserved = path.parts.find((part) => RESERVED.has(part));
  if (reserved) to.refuse(path, `"${reserved}" is a reserved name`);
  const isolated = !data && use === 'text' && to.printing.isolates();
  const at = { template: loc.source, line: loc.start.line, expression: original };
  const site: LookupSite = { ...at, parts, use, optional, isolated };
  const base: Path = {
    ...path,
    parts: data && head !== undefined ? [head] : [],
    depth,
    original: data ? original : 'this',
  };
  return { path: pathTo(LOOK_UP, loc), params: [addSite(to, site, loc), base] };
};

const refuseHash = (to: Rewriting, node: { hash?: hbs.AST.Hash; loc: hbs.AST.SourceLocation }): void => {
  if (node.hash && node.hash.pairs.length > 0) to.refuse(node, 'named arguments are for partials only');
};

/** The forms of a plural are named arguments: each that the language has, and no other. */
const checkForms = (to: Rewriting, call: Call, name: string): void => {
  const given = call.hash?.pairs ?? [];
  const wanted = categoriesOf(to.locale);
  const names = given.map(({ key }) => key);
  const wrong = names.filter((key) => !wanted.includes(key));
  const missing = wanted.filter((key) => !names.includes(key));
  if (wrong.length > 0) to.refuse(call, `${name}: ${to.locale} has no form "${wrong.join('", "')}"`);
  if (missing.length > 0) to.refuse(call, `${name} lacks ${missing.join(', ')}: ${to.locale} has ${wanted.join(', ')}`);
  if (given.some(({ value }) => value.type !== 'StringLiteral')) to.refuse(call, `${name} takes its forms as texts`);
};

/** `(optional path)` looks up without insisting; any other name must be a formatting helper with all its arguments. */
const helperCall = (to: Rewriting, call: Call, use: LookupUse): { path: Expression; params: Expression[] } => {
  const name = isPath(call.path) ? call.path.original : '';
  const [first] = call.params;
  const format = to.formats.get(name);
  if (format?.takesForms) checkForms(to, call, name);
  else refuseHash(to, call);
  if (name === 'optional') {
    if (call.params.length === 1 && first && isPath(first)) return lookUpCall(to, first, use, true);
    to.refuse(call, 'optional takes one variable: (optional data.note)');
    return call;
  }
  if (!format) to.refuse(call, `there is no helper "${name}"`);
  else if (format.parameters.length !== call.params.length)
    to.refuse(call, `${name} takes ${format.parameters.length} arguments: ${format.parameters.join(', ')}`);
  const isolated = use === 'text' && !format?.staysBare && to.printing.isolates();
  const site = { template: call.loc.source, line: call.loc.start.line, expression: sourceOf(to, call.loc), isolated };
  return { path: call.path, params: [addSite(to, site, call.loc), ...call.params.map((one) => argument(to, one))] };
};

const argument = (to: Rewriting, node: Expression): Expression => {
  if (isPath(node)) return { ...node, type: 'SubExpression', ...lookUpCall(to, node, 'value', false) } as Expression;
  if (node.type === 'SubExpression')
    return { ...node, ...helperCall(to, node as unknown as Call, 'value') } as Expression;
  if (node.type === 'UndefinedLiteral' || node.type === 'NullLiteral') to.refuse(node, 'null is no argument');
  return node;
};

const mustache = (to: Rewriting, node: hbs.AST.MustacheStatement): void => {
  if (!node.escaped) to.refuse(node, 'unescaped output is not allowed: write {{…}}');
  const isCall = node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0;
  if (!isPath(node.path)) to.refuse(node, 'prints a literal: write it as text');
  else if (!isCall && (to.formats.has(node.path.original) || node.path.original === 'optional'))
    to.refuse(node, `${node.path.original} needs its arguments`);
  else Object.assign(node, isCall ? helperCall(to, node, 'text') : lookUpCall(to, node.path, 'text', false));
};

const blockStatement = (to: Rewriting, node: hbs.AST.BlockStatement): void => {
  const use = BLOCKS.get(node.path.original);
  const [subject] = node.params;
  refuseHash(to, node);
  if (!use) to.refuse(node, `there is no block helper "${node.path.original}"`);
  if (node.program?.blockParams?.length) to.refuse(node, 'block parameters ("as |x|") are not supported');
  if (use && subject && node.params.length === 1) {
    const sub = subject as unknown as Call;
    if (isPath(subject))
      node.params = [{ ...subject, type: 'SubExpression', ...lookUpCall(to, subject, use, false) } as Expression];
    else if (subject.type === 'SubExpression' && isPath(sub.path) && sub.path.original === 'optional')
      node.params = [{ ...subject, ...helperCall(to, sub, use) } as Expression];
    else if (use !== 'value' || !subject.type.endsWith('Literal'))
      to.refuse(subject, `#${node.path.original} takes a variable or (optional variable)`);
  } else if (use) to.refuse(node, `#${node.path.original} takes one variable`);
  if (node.program) rewriteProgram(to, node.program);
  if (node.inverse) rewriteProgram(to, node.inverse);
};

/**
 * Makes a template strict, in place, once its partials are expanded. Handlebars' own strict mode lets null, `#if`, `#each` and
 * the arguments of helpers through, so every variable becomes a call of our look-up, and whatever has no strict meaning is refused.
 */
export const rewriteProgram = (to: Rewriting, program: hbs.AST.Program): void => {
  for (const node of program.body) {
    if (node.type === 'ContentStatement') to.printing.pass((node as hbs.AST.ContentStatement).value);
    if (node.type === 'MustacheStatement') mustache(to, node as hbs.AST.MustacheStatement);
    else if (node.type === 'BlockStatement') blockStatement(to, node as hbs.AST.BlockStatement);
    else if (node.type !== 'ContentStatement' && node.type !== 'CommentStatement')
      to.refuse(node, 'decorators and inline partials are not supported');
  }
};
