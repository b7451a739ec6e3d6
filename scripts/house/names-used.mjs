// @ts-check
import ts from 'typescript';

/** @typedef {{ name: string, line: number }} Use */

/**
 * The names that a file's code uses, and where: `Date.now` for a member (also in brackets, of globalThis, or taken out
 * by `const { now } = Date`), `new Date()` for the present instant, `import node:process` for a module, and every name
 * by itself (`randomUUID`, imported or a member). Comments and strings are not code.
 *
 * @param {import('./source-files.mjs').SourceFile} file
 * @returns {Use[]}
 */
export function namesUsed({ path, text }) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  /** @type {Use[]} */
  const uses = [];
  const visit = (/** @type {ts.Node} */ node) => {
    for (const name of namesOf(node)) {
      uses.push({ name, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** @returns {string[]} */
function namesOf(/** @type {ts.Node} */ node) {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [`${ownerOf(node.expression)}.${node.name.text}`];
  if (ts.isElementAccessExpression(node)) return [`${ownerOf(node.expression)}.${textOf(node.argumentExpression)}`];
  if (ts.isNewExpression(node)) return node.arguments?.length ? [] : [`new ${node.expression.getText()}()`];
  if (ts.isImportDeclaration(node)) return [`import ${textOf(node.moduleSpecifier)}`];
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    const owner = node.initializer ? ownerOf(node.initializer) : '';
    return node.name.elements.map(({ propertyName, name }) => `${owner}.${(propertyName ?? name).getText()}`);
  }
  return [];
}

const ownerOf = (/** @type {ts.Expression} */ node) => node.getText().replace(/^globalThis\??\./, '');
const textOf = (/** @type {ts.Expression} */ node) => (ts.isStringLiteralLike(node) ? node.text : '');
