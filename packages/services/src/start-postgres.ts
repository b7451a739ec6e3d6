import { chmod, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { startGuarded } from './guarded-server.js';
import { initCluster } from './init-cluster.js';
import { onFreePort } from './on-free-port.js';
import { postgresBinaries } from './postgres-binaries.js';
import { type Owner, postgresOwner } from './postgres-owner.js';
import { isReachable, standInFolder } from './reachable.js';
import { runningProcess } from './running-process.js';
import { givenService, type Log, type Service } from './service.js';

export interface PostgresOptions {
  /** A database that runs already: it is used, and nothing is started. */
  url?: string | undefined;
  /** Where the data is kept from one start to the next. */
  dataDir?: string | undefined;
  /** Taken if free, else a free one. */
  port?: number | undefined;
  /** A new, empty database that loses everything at stop, or at a power cut: for tests. */
  ephemeral?: boolean | undefined;
  /** Where an ephemeral one puts its folder; the system's folder for temporary files if not given. */
  tempDir?: string | undefined;
  log?: Log | undefined;
}

/**
 * A PostgreSQL on 127.0.0.1 with the superuser crier/crier and the database crier, which ends with this process at the
 * latest. Throws, in words for the person who started it, when it does not start or when one runs on `dataDir` already.
 */
export async function startPostgres({
  url,
  dataDir,
  port,
  ephemeral,
  tempDir = tmpdir(),
  log = () => {},
}: PostgresOptions): Promise<Service> {
  if (url !== undefined) return givenService(url);
  if (ephemeral) return onFreePort(port, (free) => startEphemeral(free, tempDir, log));
  if (dataDir === undefined) throw new Error('startPostgres needs one of url, dataDir and ephemeral.');

  const { folder, owner } = await clusterFolder(resolve(dataDir), log);
  const binaries = await postgresBinaries(owner, log);
  await refuseSecondStart(folder);
  await initCluster({ folder, binaries, owner, durable: true });
  return onFreePort(port, (free) => startServer({ folder, postgres: binaries.postgres, owner, log, port: free }));
}

async function startEphemeral(port: number, tempDir: string, log: Log): Promise<Service> {
  const owner = await postgresOwner(undefined);
  const binaries = await postgresBinaries(owner, log);
  const parent = owner && !(await isReachable(tempDir, owner)) ? '/var/tmp' : tempDir;
  const temporary = await mkdtemp(join(parent, 'crier-postgres-'));
  await chmod(temporary, 0o755);
  const folder = join(temporary, 'cluster');
  try {
    await initCluster({ folder, binaries, owner, durable: false });
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  return startServer({ folder, postgres: binaries.postgres, owner, log, port, removeAtStop: temporary });
}

/** The folder itself, by its one true name, or its stand-in where the database's user cannot reach it. */
async function clusterFolder(dataDir: string, log: Log): Promise<{ folder: string; owner: Owner | undefined }> {
  await mkdir(dirname(dataDir), { recursive: true });
  const wanted = join(await realpath(dirname(dataDir)), basename(dataDir));
  const owner = await postgresOwner(wanted);
  if (!owner || (await isReachable(dirname(wanted), owner))) return { folder: wanted, owner };
  const folder = join(await standInFolder(wanted), 'cluster');
  log(`The user postgres cannot reach ${wanted}: the database is kept in ${folder}.`);
  return { folder, owner: await postgresOwner(folder) };
}

/**
 * PostgreSQL would refuse too, but without saying how to go on. It would also refuse, for ever, a folder whose last server was
 * killed when its process number belongs to another program of the same user by now: that leftover is removed.
 */
async function refuseSecondStart(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const holder = runningProcess(pidFile);
  if (holder?.command.includes(folder)) {
    const port = (await readFile(pidFile, 'utf8')).split('\n')[3];
    throw new Error(
      `PostgreSQL already runs on ${folder}: process ${holder.pid}, port ${port}. End it (kill -INT ${holder.pid}) or use it (DATABASE_URL=${urlOf(port)}).`,
    );
  }
  if (holder && !holder.command.includes('postgres')) await rm(pidFile);
}

interface Server {
  folder: string;
  postgres: string;
  owner: Owner | undefined;
  port: number;
  log: Log;
  removeAtStop?: string;
}

async function startServer({ folder, postgres, owner, port, log, removeAtStop }: Server): Promise<Service> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(removeAtStop && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }),
  };
  const args = [
    '-D',
    folder,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // INT: roll back, write everything out, end. QUIT: end, nobody needs the files
  const stopSignal = removeAtStop ? 'SIGQUIT' : 'SIGINT';
  const command = { command: postgres, args, env: { LC_ALL: 'C' }, owner, stopSignal, removeAtStop } as const;
  return { url: urlOf(port), ...(await startGuarded('PostgreSQL', command, log)) };
}

const urlOf = (port: number | string | undefined): string => `postgres://crier:crier@127.0.0.1:${port}/crier`;
