import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./provide-test-programs.mjs', import.meta.url));
const ALL = ['chromium', 'pdftotext', 'pdffonts', 'pdftoppm', 'qpdf'];
const isRoot = process.getuid?.() === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (program: string, script = ''): void => {
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, program), 0o755);
};

/** Runs it where there are only these programs, and an apt-get that writes down what it is asked and knows no `unknown`. */
const provide = (programs: readonly string[], { unknown = 'none', env = {} } = {}) => {
  for (const program of programs) put(program);
  const asked = join(folder, 'asked');
  put('apt-get', `echo "$@" >> ${asked}; case "$*" in *${unknown}) exit 100;; esac`);
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT], { env: { PATH: folder, ...env }, encoding: 'utf8' });
  expect(status).toBe(0);
  return { said: stdout, asked: existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : [] };
};
const installing = (name: string): string => `-qq install -y --no-install-recommends ${name}`;

describe('what tests need besides Node.js', () => {
  it('is left alone where it is', () => {
    expect(provide(ALL)).toEqual({ said: '', asked: [] });
    rmSync(join(folder, 'chromium'));
    expect(provide(['google-chrome'])).toEqual({ said: '', asked: [] });
    rmSync(join(folder, 'google-chrome'));
    expect(provide([], { env: { CHROMIUM_PATH: '/opt/chromium' } })).toEqual({ said: '', asked: [] });
  });

  it.runIf(isRoot).each([
    [ALL.slice(1), ['chromium']],
    [['chromium', 'pdftotext', 'pdftoppm', 'qpdf'], ['poppler-utils']],
    [ALL.slice(0, -1), ['qpdf']],
    [[], ['chromium', 'poppler-utils', 'qpdf']],
  ])('is brought by apt where root runs it: %j is completed by %j', (programs, packages) => {
    const { said, asked } = provide(programs);
    expect(asked).toEqual(['-qq update', ...packages.map(installing)]);
    expect(said).toBe(`Installing ${packages.join(', ')} for the tests (apt-get, once) …\n`);
  });

  it('is named with the command that brings it where nothing can be installed', () => {
    const { said, asked } = provide([], { unknown: 'chromium' });
    expect(said).toContain('will fail: apt-get install -y chromium');
    if (isRoot) expect(asked).toContain(installing('qpdf'));
    else expect(asked).toEqual([]);
  });
});
