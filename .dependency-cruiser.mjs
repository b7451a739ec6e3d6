// The import law: a star, not a chain. Packages of tier 0 know nothing of ours, packages of tier 1 know the domain only,
// apps know packages, and nothing knows an app but `standalone` (and the benchmarks, which measure the apps).
// scripts/law/import-law.test.ts breaks each rule once and sees it caught.
import { TEST_FILE, TIER_0 } from './scripts/law/rooms.mjs';

const tier0 = TIER_0.join('|');
const ours = '^(packages|apps|bench|scripts)/';

const star = [
  {
    name: 'tier-0-knows-nothing-of-ours',
    comment: 'domain, runtime and services are what everything else stands on.',
    from: { path: `^(packages/(?:${tier0}))/` },
    to: { path: ours, pathNot: ['^$1/', '^packages/testkit/'] },
  },
  {
    name: 'tier-1-knows-the-domain-only',
    comment: 'Siblings never see each other; where two meet ("store, then enqueue"), an app joins them.',
    from: { path: `^(packages/(?!(?:${tier0}|testkit)/)[^/]+)/` },
    to: { path: ours, pathNot: ['^$1/', '^packages/(domain|testkit)/'] },
  },
  {
    name: 'testkit-knows-tier-0-only',
    comment: 'Every room tests with the testkit, so it cannot depend on theirs.',
    from: { path: '^packages/testkit/' },
    to: { path: ours, pathNot: `^packages/(testkit|${tier0})/` },
  },
  {
    name: 'testkit-is-for-tests',
    comment: 'Only *.test.ts, *.test-support.ts and src/testing/ import the testkit.',
    from: { path: '^(packages|apps|bench)/', pathNot: ['^packages/testkit/', TEST_FILE] },
    to: { path: '^packages/testkit/' },
  },
  {
    name: 'apps-are-imported-by-standalone-only',
    comment: 'An app is a composition root: what two apps share belongs in a package.',
    from: { path: '^(apps/(?!standalone/)[^/]+)/' },
    to: { path: '^(apps|bench|scripts)/', pathNot: '^$1/' },
  },
  {
    name: 'nothing-imports-standalone',
    comment: 'standalone is the outermost room.',
    from: { pathNot: '^apps/standalone/' },
    to: { path: '^apps/standalone/' },
  },
];

const doors = [
  {
    name: 'one-door',
    comment: 'Another room is entered by its src/index.ts.',
    from: { path: '^((?:packages|apps)/[^/]+|bench)/' },
    to: { path: '^(packages|apps)/', pathNot: ['^$1/', '^(packages|apps)/[^/]+/src/index\\.ts$'] },
  },
  {
    name: 'only-queue-knows-bullmq',
    comment: 'Redis and BullMQ are behind the door of `queue`.',
    from: { pathNot: ['^packages/(queue|testkit)/', TEST_FILE] },
    to: { path: '(^|/)node_modules/(bullmq|ioredis)/' },
  },
  {
    name: 'only-db-knows-postgres',
    comment: 'SQL and its client are behind the door of `db`.',
    from: { pathNot: ['^packages/(db|testkit)/', TEST_FILE] },
    to: { path: '(^|/)node_modules/(postgres|drizzle-orm)/' },
  },
];

const hygiene = [
  { name: 'no-cycles', comment: 'Type-only cycles count.', from: {}, to: { circular: true } },
  {
    name: 'everything-resolves',
    comment:
      'An import that cannot be resolved is a dependency that the room does not declare, or a file that is gone.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'dependencies-are-declared',
    comment: "It works by luck only: declare it in the room's package.json.",
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'sources-use-no-development-dependency',
    comment: 'It is absent where the app runs: move it to "dependencies", or the importing file to src/testing/.',
    from: { path: '^(packages|apps)/', pathNot: TEST_FILE },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
  },
  {
    name: 'sources-import-no-test',
    comment: 'What a source needs is a source.',
    from: { pathNot: TEST_FILE },
    to: { path: TEST_FILE },
  },
];

export default {
  forbidden: [...star, ...doors, ...hygiene].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // Our builds only: the entry of many a dependency lies in a folder `dist`, and a rule cannot see what is left out.
    exclude: { path: '^(packages|apps)/[^/]+/dist/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@crier/source', 'import', 'node', 'default'],
    },
  },
};
