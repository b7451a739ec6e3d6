import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRunFile, readRunFile } from './run-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = (pid: number) => ({
  databaseUrl: 'postgres://crier:secret@127.0.0.1/crier',
  redisUrl: 'redis://127.0.0.1',
  urls: { intake: 'http://127.0.0.1:3000' },
  pids: { intake: pid },
});

it('says what runs, to its owner only, and leaves nothing else in the folder', () => {
  const file = createRunFile(folder, 11);
  file.write(content(12));
  file.write(content(13));
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toEqual({ ...content(13), launcherPid: 11 });
  expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600);
  file.remove();
  expect(readdirSync(folder)).toEqual([]);
  file.remove();
});

it('leaves the file of a launcher that came later', () => {
  const first = createRunFile(folder, 11);
  first.write(content(11));
  createRunFile(folder, 22).write(content(22));
  first.remove();
  expect(readRunFile(folder)?.launcherPid).toBe(22);
});
