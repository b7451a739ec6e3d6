// @ts-check
import { TEST_FILE } from '../law/rooms.mjs';
import { namesUsed } from './names-used.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */
/** @typedef {{ within: RegExp, except: readonly string[], name: RegExp, because: string }} Rule */

/** @type {readonly Rule[]} */
const RULES = [
  {
    within: /^(packages\/(domain|providers|templates)|apps\/(router|sender))\//,
    except: [],
    name: /^(randomUUID|Math\.random|Date\.now|new Date\(\))$/,
    because: 'here clocks and randomness come in as arguments',
  },
  {
    within: /^(packages\/|apps\/(?![^/]+\/src\/env\.ts$))/,
    // the number of the test worker: vitest tells it in no other way
    except: ['packages/testkit/src/test-redis.ts'],
    name: /^(process\.env|import (node:)?process)$/,
    because: "only an app's src/env.ts reads the environment",
  },
  {
    within: /^packages\//,
    except: [],
    name: /^console\./,
    because: 'a package is given a logger, or throws',
  },
  {
    within: /^packages\//,
    // not a library: a process of its own that the package starts
    except: ['packages/services/src/guardian.js'],
    name: /^process\.(exit|exitCode|abort)$/,
    because: 'only an app ends its process',
  },
];

const isTest = new RegExp(TEST_FILE);

/**
 * Names that a source (tests may) uses where they have no place.
 *
 * @param {readonly SourceFile[]} files
 * @returns {string[]} one problem per use
 */
export const forbiddenNames = (files) =>
  files
    .filter(({ path }) => !isTest.test(path))
    .flatMap((file) => {
      const rules = RULES.filter(({ within, except }) => within.test(file.path) && !except.includes(file.path));
      const uses = rules.length > 0 ? namesUsed(file) : [];
      return uses.flatMap(({ name, line }) =>
        rules.filter((rule) => rule.name.test(name)).map(({ because }) => `${file.path}:${line} ${name}: ${because}`),
      );
    });
