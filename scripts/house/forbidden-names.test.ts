import { describe, expect, it } from 'vitest';
import { forbiddenNames } from './forbidden-names.mjs';

const problems = (path: string, text: string) => forbiddenNames([{ path, text }]);

describe('forbidden names', () => {
  it.each([
    ['packages/domain/src/x.ts', 'const at = Date.now();'],
    ['packages/domain/src/x.ts', 'const at = new Date();'],
    ['packages/domain/src/x.ts', 'const at = globalThis.Date.now();'],
    ['packages/domain/src/x.ts', 'const { now } = Date;'],
    ['packages/providers/src/email/x.ts', "import { randomUUID } from 'node:crypto';"],
    ['packages/templates/src/x.ts', 'crypto.randomUUID();'],
    ['apps/router/src/x.ts', 'const draw = Math.random;'],
    ['apps/sender/src/steps/x.ts', "Math['random']();"],
    ['packages/db/src/x.ts', 'process.env.PORT'],
    ['packages/db/src/env.ts', 'process.env.PORT'],
    ['apps/relay/src/main.ts', "process['env']"],
    ['apps/relay/src/main.ts', 'const { env } = process;'],
    ['apps/relay/src/main.ts', "import { env } from 'node:process';"],
    ['apps/relay/src/steps/env.ts', 'process.env'],
    ['packages/runtime/src/x.ts', 'console.error("no");'],
    ['packages/runtime/src/x.ts', 'process.exit(1);'],
    ['packages/services/src/x.js', 'process.exitCode = 1;'],
  ])('%s may not say %s', (path, text) => {
    expect(problems(path, `\n${text}`)).toEqual([expect.stringContaining(`${path}:2 `)]);
  });

  it.each([
    ['packages/domain/src/x.ts', '// Date.now() is refused here\nconst s = "Math.random()";'],
    ['packages/domain/src/x.ts', 'const at = new Date(ms); const then = now();'],
    ['packages/domain/src/x.test.ts', 'const at = Date.now();'],
    ['packages/domain/src/x.test-support.ts', 'console.log(process.env);'],
    ['packages/runtime/src/clock.ts', 'export const systemClock = { nowMs: () => Date.now() };'],
    ['apps/relay/src/env.ts', 'load(process.env)'],
    ['apps/relay/src/main.ts', 'await runApp("relay", start, { process }); process.exit(1);'],
    ['apps/cli/src/main.ts', 'console.log(text);'],
    ['packages/services/src/guardian.js', 'process.exit();'],
    ['scripts/x.mjs', 'console.log(process.env, Date.now()); process.exit(1);'],
  ])('%s may say %s', (path, text) => {
    expect(problems(path, text)).toEqual([]);
  });
});
