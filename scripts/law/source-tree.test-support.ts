import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { roomOf } from './rooms.mjs';

/** Writes `files` (path -> text) into a folder of its own, linked like the workspace, and removes it after the test. */
export function sourceTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'crier-tree-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  for (const room of new Set(Object.keys(files).flatMap((path) => roomOf(path) ?? []))) linkRoom(root, room);
  return root;
}

function linkRoom(root: string, room: string): void {
  const name = `@crier/${room.split('/')[1]}`;
  const exports = { '.': { '@crier/source': './src/index.ts', default: './dist/index.js' } };
  write(root, `${room}/package.json`, JSON.stringify({ name, type: 'module', exports, ...DEPENDENCIES }));
  mkdirSync(join(root, 'node_modules/@crier'), { recursive: true });
  symlinkSync(join(root, room), join(root, 'node_modules', name));
}

const DEPENDENCIES = {
  dependencies: { bullmq: '1', ioredis: '1', postgres: '1', 'drizzle-orm': '1' },
  devDependencies: { 'fast-check': '1' },
};

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
