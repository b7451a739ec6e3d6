import { describe, expect, it } from 'vitest';
import { sourceTree } from '../source-tree.test-support.js';
import { roomFiles } from './room-files.mjs';

const exclude = ['src/**/*.test.ts', 'src/**/*.test-support.ts'];
const references = (...paths: string[]) => JSON.stringify({ exclude, references: paths.map((path) => ({ path })) });
const manifest = (name: string, ...dependencies: string[]) =>
  JSON.stringify({
    name,
    exports: { '.': './dist/index.js' },
    dependencies: { zod: '4.6.7', ...Object.fromEntries(dependencies.map((d) => [d, 'workspace:*'])) },
  });

const agreed = {
  'tsconfig.json': references('packages/domain', 'apps/relay'),
  'packages/domain/tsconfig.json': references(),
  'packages/domain/package.json': manifest('@crier/domain'),
  'apps/relay/tsconfig.json': references('../../packages/domain'),
  'apps/relay/package.json': manifest('@crier/relay', '@crier/domain'),
};
const problems = (files: Record<string, string>) => roomFiles(sourceTree({ ...agreed, ...files }));

describe('package.json and tsconfig.json of the rooms', () => {
  it('agree', () => {
    expect(problems({})).toEqual([]);
  });

  it.each([
    ['tsconfig.json does not reference apps/relay', 'tsconfig.json', references('packages/domain')],
    ['apps/relay/tsconfig.json does not reference @crier/domain', 'apps/relay/tsconfig.json', references()],
    ['apps/relay/tsconfig.json references @crier/domain, ', 'apps/relay/package.json', manifest('@crier/relay')],
    [
      'packages/domain/tsconfig.json does not exclude src/**/*.test.ts',
      'packages/domain/tsconfig.json',
      '{ "exclude": ["src/**/*.test-support.ts"] }',
    ],
    ['apps/relay/tsconfig.json does not exclude src/testing', 'apps/relay/src/testing/use-relay.ts', ''],
    ['apps/relay/package.json is named x, ', 'apps/relay/package.json', manifest('x', '@crier/domain')],
    [
      'packages/domain/package.json exports',
      'packages/domain/package.json',
      '{ "name": "@crier/domain", "exports": { ".": 1, "./x": 1 } }',
    ],
  ])('%s…', (problem, path, text) => {
    expect(problems({ [path]: text })).toEqual([expect.stringContaining(problem)]);
  });
});
