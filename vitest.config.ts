import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Tests read the workspace's sources, not its builds: what is tested is what is on the page.
// `module` would lead Node to builds for bundlers, which it can't load.
const conditions = ['@crier/source', ...defaultServerConditions.filter((condition) => condition !== 'module')];
const services = { globalSetup: './vitest.services.ts', testTimeout: 30_000, hookTimeout: 150_000 };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // One set of modules for all files of a worker: loading them anew for each file was a third of the whole run's work.
    isolate: false,
    // Most tests wait for servers and timers, not for a core: one worker less than there are cores would be one, on two.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
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
          include: ['packages/{db,queue,services,testkit,documents}/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          ...services,
        },
      },
    ],
    coverage: { provider: 'v8', include: ['packages/*/src/**', 'apps/*/src/**'], reporter: ['text', 'lcov'] },
  },
});
