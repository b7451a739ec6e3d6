import { describe, expect, it } from 'vitest';
import law from '../../.dependency-cruiser.mjs';
import { sourceTree } from '../source-tree.test-support.js';
import { cruiseSources } from './cruise.mjs';

const npm = (name: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'dist/index.js' }),
  [`node_modules/${name}/dist/index.js`]: '',
});

/** One door in each kind of room, and the packages that only some may know. */
const lawful = {
  'packages/domain/src/index.ts': 'export const a = 1;',
  'packages/db/src/index.ts': "import { a } from '@crier/domain'; import 'postgres'; export const b = a;",
  'packages/db/src/inside.ts': '',
  'packages/queue/src/index.ts': "import '@crier/domain'; import 'bullmq'; import 'ioredis';",
  'packages/services/src/index.ts': '',
  'packages/testkit/src/index.ts': "import '@crier/services'; import 'postgres'; import 'ioredis';",
  'apps/relay/src/index.ts': "import '@crier/db'; import '@crier/queue'; import '@crier/domain';",
  'apps/relay/src/relay.test.ts': "import '@crier/testkit'; import 'fast-check'; import './index.js';",
  'apps/relay/src/testing/use-relay.ts': "import '@crier/testkit'; import 'fast-check'; import '../index.js';",
  'apps/router/src/index.ts': '',
  'apps/standalone/src/index.ts': "import '@crier/relay'; import '@crier/router'; import '@crier/services';",
  'bench/main.mjs': "import '@crier/relay'; import '@crier/db';",
  ...npm('bullmq'),
  ...npm('ioredis'),
  ...npm('postgres'),
  ...npm('drizzle-orm'),
  ...npm('fast-check'),
  ...npm('undeclared'),
};

const problemsOf = async (files: Record<string, string>) =>
  (await cruiseSources(sourceTree({ ...lawful, ...files }))).problems;

const BROKEN: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['tier-0-knows-nothing-of-ours', 'packages/domain/src/x.ts', "import '@crier/services';"],
  ['tier-0-knows-nothing-of-ours', 'packages/runtime/src/x.ts', "import type { a } from '@crier/domain';"],
  ['tier-0-knows-nothing-of-ours', 'packages/services/src/x.ts', "import '@crier/relay';"],
  ['tier-1-knows-the-domain-only', 'packages/db/src/x.ts', "import '@crier/queue';"],
  ['tier-1-knows-the-domain-only', 'packages/queue/src/x.ts', "import '@crier/services';"],
  ['tier-1-knows-the-domain-only', 'packages/brand-new/src/x.ts', "import '@crier/relay';"],
  ['tier-1-knows-the-domain-only', 'packages/db/src/x.test.ts', "import '@crier/queue';"],
  ['testkit-knows-tier-0-only', 'packages/testkit/src/x.ts', "import '@crier/db';"],
  ['testkit-is-for-tests', 'apps/relay/src/x.ts', "import '@crier/testkit';"],
  ['testkit-is-for-tests', 'packages/db/src/x.ts', "import type {} from '@crier/testkit';"],
  ['apps-are-imported-by-standalone-only', 'apps/relay/src/x.ts', "import '@crier/router';"],
  ['apps-are-imported-by-standalone-only', 'apps/relay/src/x.ts', "await import('@crier/router');"],
  ['nothing-imports-standalone', 'bench/x.mjs', "import '@crier/standalone';"],
  ['one-door', 'apps/relay/src/x.ts', "import '../../../packages/db/src/inside.js';"],
  ['one-door', 'bench/x.mjs', "import '../packages/db/src/inside.ts';"],
  ['only-queue-knows-bullmq', 'apps/relay/src/x.ts', "import { Queue } from 'bullmq';"],
  ['only-queue-knows-bullmq', 'packages/db/src/x.ts', "import type { Redis } from 'ioredis';"],
  ['only-db-knows-postgres', 'apps/relay/src/x.ts', "import postgres from 'postgres';"],
  ['only-db-knows-postgres', 'packages/queue/src/x.ts', "export { sql } from 'drizzle-orm';"],
  ['no-cycles', 'packages/db/src/x.ts', "import './x-2.js';"],
  ['everything-resolves', 'packages/db/src/x.ts', "import 'absent';"],
  ['everything-resolves', 'packages/db/src/x.ts', "import './absent.js';"],
  ['dependencies-are-declared', 'packages/db/src/x.ts', "import 'undeclared';"],
  ['dependencies-are-declared', 'packages/db/src/x.test.ts', "import 'undeclared';"],
  ['sources-use-no-development-dependency', 'packages/db/src/x.ts', "import 'fast-check';"],
  ['sources-import-no-test', 'packages/db/src/x.ts', "import './y.test-support.js';"],
  ['sources-import-no-test', 'apps/relay/src/x.ts', "import './testing/use-relay.js';"],
];

describe('the import law', () => {
  it('lets a lawful tree pass', async () => {
    expect(await problemsOf({})).toEqual([]);
  });

  it.each(BROKEN)('%s: %s with %s', async (rule, path, text) => {
    const beside = {
      'packages/db/src/x-2.ts': rule === 'no-cycles' ? "import './x.js';" : '',
      'packages/db/src/y.test-support.ts': '',
    };
    const problems = await problemsOf({ ...beside, [path]: text });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([rule]);
    expect(problems[0]).toContain(path);
  });

  it('has no rule that is not broken above', () => {
    expect(new Set(BROKEN.map(([rule]) => rule))).toEqual(new Set(law.forbidden.map(({ name }) => name)));
  });

  it('is not held by a graph without modules', async () => {
    await expect(cruiseSources(sourceTree({ 'packages/README.md': '' }))).rejects.toThrow('no module was cruised');
  });
});
