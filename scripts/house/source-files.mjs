// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ path: string, text: string }} SourceFile  `path` is relative to the root, with forward slashes */

export const CODE_PLACES = ['packages', 'apps', 'bench', 'scripts'];
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage']);
const CODE = /\.(ts|js|mjs|cjs)$/;

/**
 * Every file of code that we wrote, sorted by path.
 *
 * @param {string} root
 * @returns {SourceFile[]}
 */
export const sourceFiles = (root) =>
  CODE_PLACES.filter((place) => existsSync(join(root, place)))
    .flatMap((place) => below(root, place))
    .filter((path) => CODE.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** @returns {string[]} */
const below = (/** @type {string} */ root, /** @type {string} */ folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !NOT_OURS.has(entry.name) && !entry.name.startsWith('.') ? below(root, path) : [];
  });
