import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Owner } from './postgres-owner.js';

const OTHER_ROOT = '/var/tmp';

/** Whether `owner` may pass through `path` and every folder above it (a clone under /root is closed to everybody else). */
export async function isReachable(path: string, owner: Owner): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const passBit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
  if ((mode & passBit) === 0) return false;
  const parent = dirname(path);
  return parent === path || isReachable(parent, owner);
}

/**
 * The stand-in under /var/tmp for a folder that the database's user cannot reach: always the same one for the same path.
 * Anybody may write to /var/tmp, so one that is not ours is refused.
 */
export async function standInFolder(path: string): Promise<string> {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12);
  const folder = join(OTHER_ROOT, `crier-${hash}`);
  await mkdir(folder, { recursive: true });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to somebody else: remove it, or set DATABASE_URL.`);
  }
  await chmod(folder, 0o755);
  return folder;
}
