import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Tests read the workspace's sources, not its builds: what is tested is what is on the page.
// `module` would lead Node to builds for bundlers, which it can't load.
const conditions = ['@crier/source', ...defaultServerConditions.filter((condition) => condition !== 'module')];
const services = { globalSetup: './vitest.services.ts', testTimeout: 30_000, hookTimeout: 150_000 };

/** Most tests wait for servers and timers, not for a core: one worker less than there are cores would be one, on two. */
const WORKERS = Math.max(3, availableParallelism());
/** Tests that start the whole product. */
const FLEETS = ['apps/standalone/src/e2e/**/*.test.ts', 'apps/standalone/src/standalone.test.ts'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // One set of modules for all files of a worker: loading them anew for each file was a third of the whole run's work.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: WORKERS,
          include: [
            'packages/{domain,runtime,templates,providers,chat}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          maxWorkers: WORKERS,
          include: ['packages/{db,queue,services,testkit,documents}/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          exclude: FLEETS,
          ...services,
        },
      },
      {
        extends: true,
        test: {
          name: 'fleets',
          // After the others: what they measure is a whole fleet at work, and each of them fills the machine by itself.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          include: FLEETS,
          ...services,
        },
      },
    ],
    coverage: { provider: 'v8', include: ['packages/*/src/**', 'apps/*/src/**'], reporter: ['text', 'lcov'] },
  },
});
