import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exists } from './exists.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import type { Owner } from './postgres-owner.js';

const run = promisify(execFile);

export interface NewCluster {
  folder: string;
  binaries: PostgresBinaries;
  owner: Owner | undefined;
  /** Wait until the files are on the disk, not only handed to the system. */
  durable: boolean;
}

/**
 * Makes a cluster with the superuser crier/crier and the database crier in `folder`, if there is none. It is built beside
 * the folder and moved there when complete, so a start that was killed half-way leaves no half of a cluster.
 */
export async function initCluster({ folder, binaries, owner, durable }: NewCluster): Promise<void> {
  const found = await readdir(folder).catch((): string[] => []);
  if (found.includes('PG_VERSION')) return;
  if (found.length > 0) {
    throw new Error(`The folder ${folder} holds something else than a database: empty it or choose another.`);
  }
  const building = await mkdtemp(`${folder}.new-`);
  try {
    await chmod(building, 0o755);
    const cluster = join(building, 'cluster');
    const passwordFile = join(building, 'password');
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(passwordFile, 'crier\n', { mode: 0o600 });
    if (owner) for (const path of [cluster, passwordFile]) await chown(path, owner.uid, owner.gid);

    const as = { cwd: building, env: { LC_ALL: 'C' }, ...owner };
    await run(binaries.initdb, initdbArgs(cluster, passwordFile, durable), as);
    await createDatabase(binaries.postgres, cluster, as);
    await moveInto(folder, cluster);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** One text order and encoding on every machine, whatever its locale. */
const initdbArgs = (cluster: string, passwordFile: string, durable: boolean): string[] => [
  `--pgdata=${cluster}`,
  '--username=crier',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  ...(durable ? [] : ['--no-sync']),
];

/** PostgreSQL's single-user mode reads SQL from its input and needs no port; a failed statement does not fail the program. */
async function createDatabase(postgres: string, cluster: string, as: { cwd: string; env: Record<string, string> }) {
  const running = run(postgres, ['--single', '-D', cluster, 'postgres'], as);
  running.child.stdin?.end('CREATE DATABASE crier\n');
  const { stderr } = await running;
  if (stderr.includes('ERROR:')) throw new Error(`The database crier could not be created:\n${stderr}`);
}

/** A start beside this one may have been faster: its cluster is as good. */
async function moveInto(folder: string, cluster: string): Promise<void> {
  try {
    await rename(cluster, folder);
  } catch (error) {
    if (!(await exists(join(folder, 'PG_VERSION')))) throw error;
  }
}
