import Handlebars from 'handlebars';
import type { Escaping } from '../channel-parts.js';

type Path = hbs.AST.PathExpression;
type Expression = hbs.AST.Expression;
type Statement = hbs.AST.Statement;
type PartialCall = hbs.AST.PartialStatement & { program?: hbs.AST.Program };
interface Argument {
  readonly value: Expression;
  used: boolean;
}
interface Block {
  readonly program: hbs.AST.Program;
  readonly scope: Scope;
  used: boolean;
}
interface Scope {
  readonly args: ReadonlyMap<string, Argument>;
  /** What `{{> @partial-block}}` stands for. */
  readonly block: Block | undefined;
  /** The partials being expanded, and the call of the innermost one. */
  readonly inside: readonly string[];
  readonly call: PartialCall | undefined;
}

export interface Expanding {
  readonly escaping: Escaping;
  /** Undefined for a partial that exists but could not be parsed, which was reported. */
  readonly partials: ReadonlyMap<string, hbs.AST.Program | undefined>;
  readonly refuse: (node: { loc: hbs.AST.SourceLocation }, message: string) => void;
}

const isPath = (node: Expression): node is Path => node.type === 'PathExpression';
const isCall = (node: Expression): node is hbs.AST.SubExpression => node.type === 'SubExpression';

/** The argument that a path names; other paths stay as they are. */
const resolvePath = (to: Expanding, path: Path, { args }: Scope): Expression => {
  const [head, ...rest] = path.parts;
  const argument = path.data || path.depth > 0 || head === undefined ? undefined : args.get(head);
  if (!argument) return path;
  argument.used = true;
  const { value } = argument;
  if (rest.length === 0) return value;
  if (!isPath(value)) to.refuse(path, `the argument "${head}" is a value without fields`);
  else return { ...value, parts: [...value.parts, ...rest], original: `${value.original}.${rest.join('.')}` } as Path;
  return path;
};

const resolve = (to: Expanding, node: Expression, scope: Scope): Expression => {
  if (isPath(node)) return resolvePath(to, node, scope);
  if (!isCall(node)) return node;
  const params = node.params.map((param) => resolve(to, param, scope));
  const [first] = params;
  // An argument that is a literal or a call is there, so `optional` has nothing left to say.
  if (node.path.original === 'optional' && first && !isPath(first)) return first;
  return { ...node, params } as hbs.AST.SubExpression;
};

const print = (to: Expanding, node: hbs.AST.MustacheStatement, scope: Scope): Statement => {
  if (node.params.length > 0 || !isPath(node.path) || !node.escaped)
    return { ...node, params: node.params.map((param) => resolve(to, param, scope)) } as Statement;
  const path = resolvePath(to, node.path, scope);
  if (isPath(path)) return { ...node, path } as Statement;
  if (isCall(path)) return { ...node, path: path.path, params: path.params } as Statement;
  const text = String('value' in path ? path.value : '');
  const value = to.escaping === 'html' ? Handlebars.Utils.escapeExpression(text) : text;
  return { type: 'ContentStatement', value, original: value, loc: node.loc } as unknown as Statement;
};

const expandBlock = (to: Expanding, node: hbs.AST.BlockStatement, scope: Scope): Statement => {
  const changesContext = ['each', 'with'].includes(node.path.original);
  const inner = changesContext ? { ...scope, args: new Map<string, Argument>() } : scope;
  return {
    ...node,
    params: node.params.map((param) => resolve(to, param, scope)),
    program: node.program && expandProgram(to, node.program, inner),
    inverse: node.inverse && expandProgram(to, node.inverse, scope),
  } as Statement;
};

const expandPartialBlock = (to: Expanding, node: PartialCall, { block, args, inside, call }: Scope): Statement[] => {
  if (block) {
    block.used = true;
    return expandProgram(to, block.program, { ...block.scope, args }).body;
  }
  if (call) to.refuse(call, `the partial "${inside.at(-1)}" needs a block`);
  else to.refuse(node, '@partial-block is for partials only');
  return [];
};

const expandPartial = (to: Expanding, node: PartialCall, scope: Scope): Statement[] => {
  const name = 'original' in node.name ? String(node.name.original) : '';
  if (name === '@partial-block') return expandPartialBlock(to, node, scope);
  const program = to.partials.get(name);
  if (name === '') to.refuse(node, 'a partial is called by its name');
  else if (!to.partials.has(name)) to.refuse(node, `there is no partial "${name}" for this kind of part and locale`);
  else if (scope.inside.includes(name)) to.refuse(node, `the partial "${name}" includes itself`);
  else if (node.params.length > 0) to.refuse(node, 'a partial takes named arguments only');
  else if (program) return insert(to, node, { name, program, scope });
  return [];
};

interface Insertion {
  readonly name: string;
  readonly program: hbs.AST.Program;
  readonly scope: Scope;
}

const insert = (to: Expanding, node: PartialCall, { name, program, scope }: Insertion): Statement[] => {
  const own = new Map(
    (node.hash?.pairs ?? []).map(({ key, value }) => [key, { value: resolve(to, value, scope), used: false }]),
  );
  const block = node.program && { program: node.program, scope, used: false };
  const args = new Map([...scope.args, ...own]);
  const { body } = expandProgram(to, program, { args, block, inside: [...scope.inside, name], call: node });
  for (const [key, { used }] of own) if (!used) to.refuse(node, `the partial "${name}" has no argument "${key}"`);
  if (block && !block.used) to.refuse(node, `the partial "${name}" takes no block`);
  return body;
};

const expandStatement = (to: Expanding, node: Statement, scope: Scope): Statement[] => {
  switch (node.type) {
    case 'MustacheStatement':
      return [print(to, node as hbs.AST.MustacheStatement, scope)];
    case 'BlockStatement':
      return [expandBlock(to, node as hbs.AST.BlockStatement, scope)];
    case 'PartialStatement':
    case 'PartialBlockStatement':
      return expandPartial(to, node as PartialCall, scope);
    default:
      return [node];
  }
};

const expandProgram = (to: Expanding, program: hbs.AST.Program, scope: Scope): hbs.AST.Program => ({
  ...program,
  body: program.body.flatMap((node) => expandStatement(to, node, scope)),
});

/**
 * Puts every partial in its place while loading, so that none is called while rendering (that took most of the time):
 * arguments replace the names they were given for, blocks replace `{{> @partial-block}}`. What a partial was given, the partials
 * and blocks within it see too; inside `#each` and `#with` names mean the item. Returns a new tree, the given one stays as it is.
 */
export const expandPartials = (to: Expanding, program: hbs.AST.Program): hbs.AST.Program =>
  expandProgram(to, program, { args: new Map(), block: undefined, inside: [], call: undefined });
