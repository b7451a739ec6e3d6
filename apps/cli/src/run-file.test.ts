import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@crier/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRunFile } from './run-file.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-cli-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const write = (folder: string, text: string) => {
  mkdirSync(join(home, folder, '.local'), { recursive: true });
  writeFileSync(join(home, folder, '.local', 'run.json'), text);
};
const running = (name: string) => ({ databaseUrl: name, redisUrl: name, urls: { intake: name, board: name } });

it('finds the nearest run file above the current folder, before that of the installation', () => {
  write('', JSON.stringify(running('top')));
  write('a/b', JSON.stringify({ ...running('near'), pids: {} }));
  write('installed', JSON.stringify(running('installed')));
  const installed = join(home, 'installed');
  expect(findRunFile(join(home, 'a/b/c/d'), installed)).toMatchObject(running('near'));
  expect(findRunFile(join(home, 'a'), installed)).toMatchObject(running('top'));
  expect(findRunFile('/', installed)).toMatchObject(running('installed'));
  expect(findRunFile('/', join(home, 'nowhere'))).toBeUndefined();
});

it('refuses a file that npm start did not write, and names it', () => {
  for (const text of ['{', '{"databaseUrl":"x"}']) {
    write('', text);
    expect(() => findRunFile(home, home)).toThrow(ConfigError);
    expect(() => findRunFile(home, home)).toThrow(join(home, '.local', 'run.json'));
  }
});
