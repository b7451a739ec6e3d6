// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNames } from './file-names.mjs';
import { forbiddenNames } from './forbidden-names.mjs';
import { lockfile } from './lockfile.mjs';
import { roomFiles } from './room-files.mjs';
import { sizes } from './sizes.mjs';
import { sourceFiles } from './source-files.mjs';

/**
 * Everything below `root` that breaks a rule of this house which no linter knows.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function houseRules(root) {
  const files = sourceFiles(root);
  if (files.length === 0) return [`no source file below ${root}: the rules were not tried`];
  return [
    ...forbiddenNames(files),
    ...sizes(files),
    ...fileNames(files),
    ...roomFiles(root),
    ...lockfile(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')),
  ];
}
