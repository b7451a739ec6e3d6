import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { roomOf } from './law/rooms.mjs';

/** Writes `files` (path -> text) into a folder of its own, linked like the workspace, and removes it after the test. */
export function sourceTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'crier-tree-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const rooms = new Set(Object.keys(files).flatMap((path) => roomOf(path) ?? []));
  const manifests = [...rooms].map((room) => [`${room}/package.json`, manifestOf(room)] as const);
  for (const [path, text] of Object.entries({ ...Object.fromEntries(manifests), ...files })) write(root, path, text);
  for (const room of rooms) link(root, room);
  return root;
}

const nameOf = (room: string) => `@crier/${room.split('/')[1]}`;

const DEPENDENCIES = {
  dependencies: { bullmq: '1', ioredis: '1', postgres: '1', 'drizzle-orm': '1' },
  devDependencies: { 'fast-check': '1' },
};

const manifestOf = (room: string) =>
  JSON.stringify({
    name: nameOf(room),
    type: 'module',
    exports: { '.': { '@crier/source': './src/index.ts', default: './dist/index.js' } },
    ...DEPENDENCIES,
  });

function link(root: string, room: string): void {
  mkdirSync(join(root, 'node_modules/@crier'), { recursive: true });
  symlinkSync(join(root, room), join(root, 'node_modules', nameOf(room)));
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
