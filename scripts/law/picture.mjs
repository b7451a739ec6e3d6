// @ts-check
import { roomOf, TEST_FILE, TIER_0 } from './rooms.mjs';

/** @typedef {import('./cruise.mjs').Module} Module */

const BEGIN = '<!-- imports: drawn by `npm run picture`, held by `npm run check` -->';
const END = '<!-- /imports -->';

/** What a document about the rooms starts as. */
export const EMPTY_DOCUMENT = `# Architecture\n\n${BEGIN}\n${END}\n`;

/**
 * The rooms and what their sources (not their tests) import of each other, as a Mermaid flowchart.
 *
 * @param {readonly Pick<Module, 'source' | 'dependencies'>[]} modules  as dependency-cruiser found them
 */
export function drawPicture(modules) {
  const imports = roomImports(modules);
  const rooms = [...imports.keys()].sort();
  return [
    'flowchart TD',
    ...GROUPS.flatMap(({ title, holds }, i) => [
      `  subgraph g${i} ["${title}"]`,
      ...rooms.filter(holds).map((room) => `    ${idOf(room)}["${nameOf(room)}"]`),
      '  end',
    ]),
    ...rooms
      .map((room) => ({ room, others: [...(imports.get(room) ?? [])].sort() }))
      .filter(({ others }) => others.length > 0)
      .map(({ room, others }) => `  ${idOf(room)} --> ${others.map(idOf).join(' & ')}`),
  ].join('\n');
}

/**
 * The document with `picture` between its two markers and nothing else changed.
 *
 * @param {string} document
 * @param {string} picture
 */
export function withPicture(document, picture) {
  const [before, rest] = split(document, BEGIN);
  const [, after] = split(rest, END);
  return `${before}${BEGIN}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n\n${END}${after}`;
}

/** @returns {[string, string]} */
function split(/** @type {string} */ text, /** @type {string} */ marker) {
  const [before, after, ...more] = text.split(marker);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`docs/architecture.md needs the line ${marker} exactly once`);
  return [before, after];
}

const nameOf = (/** @type {string} */ room) => room.slice(room.indexOf('/') + 1);
const idOf = (/** @type {string} */ room) => room.replace(/\W/g, '_');
const isApp = (/** @type {string} */ room) => room.startsWith('apps/');
const isTier0 = (/** @type {string} */ room) => !isApp(room) && TIER_0.includes(nameOf(room));
const isTestkit = (/** @type {string} */ room) => room === 'packages/testkit';

const GROUPS = [
  { title: 'apps', holds: isApp },
  {
    title: 'tier 1: know the domain only',
    holds: (/** @type {string} */ room) => !isApp(room) && !isTier0(room) && !isTestkit(room),
  },
  { title: 'tests only', holds: isTestkit },
  { title: 'tier 0: know nothing of ours', holds: isTier0 },
];

/** @returns {Map<string, Set<string>>} */
function roomImports(/** @type {readonly Pick<Module, 'source' | 'dependencies'>[]} */ modules) {
  const isTest = new RegExp(TEST_FILE);
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const room = roomOf(source);
    if (room === undefined || isTest.test(source)) continue;
    if (!imports.has(room)) imports.set(room, new Set());
    for (const { resolved } of dependencies) {
      const other = roomOf(resolved);
      if (other !== undefined && other !== room) imports.get(room).add(other);
    }
  }
  return imports;
}
