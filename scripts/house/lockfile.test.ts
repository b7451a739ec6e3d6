import { describe, expect, it } from 'vitest';
import { lockfile } from './lockfile.mjs';

const lock = (...snapshots: string[]) =>
  `lockfileVersion: '9.0'
importers:
  packages/queue:
    dependencies:
      bullmq:
        version: 6.7.0(ioredis@6.0.0)
packages:
  bullmq@6.7.0:
    resolution: {integrity: sha512-x}
---
snapshots:
${snapshots.map((key) => `  ${key}:\n    dependencies:\n      debug: 4.4.3\n`).join('\n')}`;

describe('the lockfile', () => {
  it('may list a package once per section', () => {
    expect(
      lockfile(lock('bullmq@6.7.0(ioredis@6.0.0)', "'@opentelemetry/api@1.9.1'", 'debug@3.2.7', 'debug@4.4.3')),
    ).toEqual([]);
  });

  it.each([
    ['bullmq', 'bullmq@6.7.0(ioredis@6.0.0)(pg@8)', 'bullmq@6.7.0(ioredis@6.0.0)'],
    ['zod', 'zod@4.6.7', 'zod@3.25.0'],
    ['@opentelemetry/api', "'@opentelemetry/api@1.9.1'", "'@opentelemetry/api@1.10.0'"],
  ])('may not hold two copies of %s', (name, one, other) => {
    expect(lockfile(lock(one, other))).toEqual([expect.stringContaining(`2 copies of ${name}: `)]);
  });

  it('may not hold an address', () => {
    expect(lockfile(`${lock('debug@4.4.3')}\n    resolution: {tarball: https://example.com/x.tgz}`)).toEqual([
      expect.stringContaining('holds an address'),
    ]);
  });

  it('must be understood: a file without snapshots is a problem', () => {
    expect(lockfile('lockfileVersion: 99\n')).toEqual([expect.stringContaining('lists no snapshot')]);
  });
});
