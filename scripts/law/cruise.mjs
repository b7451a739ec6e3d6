// @ts-check
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import law from '../../.dependency-cruiser.mjs';
import { CODE_PLACES, sourceFiles } from '../house/source-files.mjs';

/** @typedef {import('dependency-cruiser').IModule} Module */

const PLACES = [...CODE_PLACES, 'vitest.config.ts', 'vitest.services.ts'];

/**
 * Draws the graph of imports below `root` and holds it against the import law.
 * A graph that misses a source file proves nothing about it (without a TypeScript API that it knows, dependency-cruiser
 * sees no .ts file and is content), so a missing file is a problem too, and an empty graph throws.
 *
 * @param {string} root
 * @returns {Promise<{ modules: Module[], problems: string[] }>}
 */
export async function cruiseSources(root) {
  const { options, ...ruleSet } = law;
  const places = PLACES.filter((place) => existsSync(join(root, place)));
  const { output } = await cruise(
    places,
    /** @type {any} */ ({ ...options, baseDir: resolve(root), validate: true, ruleSet }),
    options.enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  const { modules, summary } = output;
  if (modules.length === 0) throw new Error('no module was cruised: the law was not tried');
  const seen = new Set(modules.map((module) => module.source));
  const unseen = sourceFiles(root).filter(({ path }) => !seen.has(path));
  return {
    modules,
    problems: [
      ...unseen.map(({ path }) => `${path} is not in the graph: the law was not tried on it`),
      ...summary.violations.map(({ rule, from, to, cycle }) => {
        const way = cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`;
        return `${rule.name}: ${way}`;
      }),
    ],
  };
}
