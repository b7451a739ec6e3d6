import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exists } from './exists.js';
import { findExecutable } from './find-executable.js';
import type { Log } from './service.js';

const run = promisify(execFile);

export interface RedisProgram {
  command: string;
  env: Record<string, string>;
}

export interface UnpackOptions {
  toolsDir: string;
  searchPath: string;
  log: Log;
}

/**
 * Debian's (or Ubuntu's) redis-server, unpacked into `toolsDir`/redis if it is not there yet. Needs apt and dpkg but not root,
 * and installs nothing. Throws one line that says what to do where that is not possible.
 */
export async function unpackRedis({ toolsDir, searchPath, log }: UnpackOptions): Promise<RedisProgram> {
  const home = join(toolsDir, 'redis');
  if (!(await exists(home))) {
    if (!findExecutable(['apt-get'], searchPath) || !findExecutable(['dpkg'], searchPath)) throw new Error(ADVICE);
    log(`No Redis on this machine: unpacking Debian's packages into ${home}.`);
    await mkdir(toolsDir, { recursive: true });
    const working = await mkdtemp(join(toolsDir, 'unpacking-'));
    try {
      await unpack(working, searchPath);
      // a start beside this one may have been faster: its copy is as good
      await rename(join(working, 'redis'), home).catch(() => {});
    } catch (error) {
      throw new Error(`${ADVICE} (Unpacking it failed: ${lastLine(error)})`, { cause: error });
    } finally {
      await rm(working, { recursive: true, force: true });
    }
  }
  return programIn(home);
}

const ADVICE =
  'No Redis on this machine: install redis-server or valkey-server (apt install redis-server, brew install redis), or set REDIS_URL.';

async function unpack(working: string, searchPath: string): Promise<void> {
  const env = { PATH: searchPath, LC_ALL: 'C' };
  const archives = join(working, 'cache', 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  await mkdir(join(working, 'lists', 'partial'), { recursive: true });
  // package lists and cache of our own: the machine's may be old, absent, or closed to a plain user
  const settings = [
    `Dir::State::lists=${join(working, 'lists')}`,
    `Dir::Cache=${join(working, 'cache')}`,
    'APT::Sandbox::User=',
    'Debug::NoLocking=1',
    'Acquire::http::Timeout=15',
  ].flatMap((setting) => ['-o', setting]);
  // one broken source among several does not matter if the download below succeeds
  await run('apt-get', [...settings, '-qq', 'update'], { env }).catch(() => {});
  // brings along exactly the libraries that this machine lacks
  const download = ['-qq', '-y', '--download-only', '--no-install-recommends', '--reinstall', 'install'];
  await run('apt-get', [...settings, ...download, 'redis-server', 'redis-tools'], { env });
  for (const archive of await readdir(archives)) {
    if (archive.endsWith('.deb')) await run('dpkg', ['-x', join(archives, archive), join(working, 'redis')], { env });
  }
  const program = await programIn(join(working, 'redis'));
  await run(program.command, ['--version'], { env: program.env });
}

async function programIn(home: string): Promise<RedisProgram> {
  const libraries: string[] = [];
  for (const folder of ['usr/lib', 'lib']) {
    const names = await readdir(join(home, folder)).catch(() => []);
    libraries.push(...names.filter((name) => name.includes('-linux-gnu')).map((name) => join(home, folder, name)));
  }
  return { command: join(home, 'usr/bin/redis-server'), env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

const lastLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .trim()
    .split('\n')
    .at(-1) ?? '';
