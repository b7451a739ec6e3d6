// @ts-check
import ts from 'typescript';
import { TEST_FILE } from '../law/rooms.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const MAX_FILE_LINES = 400;
const MEDIAN_FILE_LINES = 80;
const MAX_FUNCTION_LINES = 60;

/**
 * Files and functions that have grown too long: a file has at most 400 lines, a source's functions fewer than 60, and
 * the median source fewer than 80. (A test's outer function is its table of contents, so tests have no limit there.)
 *
 * @param {readonly SourceFile[]} files
 * @returns {string[]}
 */
export function sizes(files) {
  const isTest = new RegExp(TEST_FILE);
  const sources = files.filter(({ path }) => !isTest.test(path));
  const median = medianOf(sources.map(lines));
  return [
    ...files
      .filter((file) => lines(file) > MAX_FILE_LINES)
      .map((file) => `${file.path} has ${lines(file)} lines, at most ${MAX_FILE_LINES} are allowed`),
    ...(median < MEDIAN_FILE_LINES
      ? []
      : [`the median source has ${median} lines, not fewer than ${MEDIAN_FILE_LINES}`]),
    ...sources.flatMap(longFunctions),
  ];
}

const lines = (/** @type {SourceFile} */ { text }) => text.replace(/\n$/, '').split('\n').length;

const medianOf = (/** @type {readonly number[]} */ numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** @returns {string[]} */
function longFunctions(/** @type {SourceFile} */ { path, text }) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const lineAt = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line + 1;
  /** @type {string[]} */
  const problems = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isFunctionLike(node)) {
      const begin = lineAt(node.getStart(source));
      const length = lineAt(node.end) - begin + 1;
      if (length >= MAX_FUNCTION_LINES)
        problems.push(`${path}:${begin} a function of ${length} lines, fewer than ${MAX_FUNCTION_LINES} are allowed`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}
