import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@crier/runtime';
import { expect, it } from 'vitest';
import { createLogFile } from './log-file.js';

it('keeps every line in the file, the last start’s beside it, and tells errors to the terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-log-'));
  const path = join(folder, 'new', 'crier.log');
  const told: string[] = [];
  createLogFile(path, (text) => told.push(text)).write('not JSON');

  const log = createLogger(
    { name: 'router', level: 'info' },
    createLogFile(path, (text) => told.push(text)),
  );
  log.info('all is well');
  log.error({ err: 'ECONNRESET' }, 'a chunk was not stored');
  expect(told).toEqual(['router: a chunk was not stored (ECONNRESET)']);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['all is well', 'a chunk was not stored']);
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('not JSON\n');
  rmSync(folder, { recursive: true });
});
