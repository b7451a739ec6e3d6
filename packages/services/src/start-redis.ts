import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable, STANDARD_PATH } from './find-executable.js';
import { startGuarded } from './guarded-server.js';
import { onFreePort } from './on-free-port.js';
import { runningProcess } from './running-process.js';
import { givenService, type Log, type Service } from './service.js';
import { type RedisProgram, unpackRedis } from './unpack-redis.js';

export interface RedisOptions {
  /** A Redis that runs already: it is used, and nothing is started. */
  url?: string | undefined;
  /** Where the data is kept from one start to the next. */
  dataDir?: string | undefined;
  /** Taken if free, else a free one. */
  port?: number | undefined;
  /** Keep nothing: for tests. */
  ephemeral?: boolean | undefined;
  /** Where Redis is unpacked when the machine has none. */
  toolsDir: string;
  /** Folders to look for programs in, in the form of PATH; the usual ones if not given. */
  searchPath?: string | undefined;
  log?: Log | undefined;
}

/**
 * A Redis (or Valkey) on 127.0.0.1 that ends with this process at the latest: the machine's own, else Debian's packages
 * unpacked into `toolsDir`. Throws, in words for the person who started it, when there is none, when it does not start, or
 * when one runs on `dataDir` already.
 */
export async function startRedis(options: RedisOptions): Promise<Service> {
  const { url, dataDir, port, ephemeral, toolsDir, searchPath = STANDARD_PATH, log = () => {} } = options;
  if (url !== undefined) return givenService(url);
  if (!ephemeral && dataDir === undefined) throw new Error('startRedis needs one of url, dataDir and ephemeral.');
  const installed = findExecutable(['redis-server', 'valkey-server'], searchPath);
  const program: RedisProgram = installed
    ? { command: installed, env: {} }
    : await unpackRedis({ toolsDir, searchPath, log });
  if (ephemeral || dataDir === undefined) return onFreePort(port, (free) => startEphemeral(program, free, log));

  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  refuseSecondStart(folder);
  const kept = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
  return onFreePort(port, (free) => startServer({ program, folder, port: free, flags: kept, log }));
}

async function startEphemeral(program: RedisProgram, port: number, log: Log): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-redis-'));
  return startServer({ program, folder, port, flags: ['--appendonly', 'no'], log, removeAtStop: folder });
}

/** Redis does not look whether another one writes to its folder; two would ruin the log. */
function refuseSecondStart(folder: string): void {
  const holder = runningProcess(join(folder, 'redis.pid'));
  if (!holder?.command.includes(folder)) return;
  throw new Error(
    `Redis already runs on ${folder}: process ${holder.pid}. End it (kill ${holder.pid}) or set REDIS_URL to it.`,
  );
}

interface Server {
  program: RedisProgram;
  folder: string;
  port: number;
  flags: readonly string[];
  log: Log;
  removeAtStop?: string;
}

async function startServer({ program, folder, port, flags, log, removeAtStop }: Server): Promise<Service> {
  const args = [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--pidfile', join(folder, 'redis.pid')],
    ...['--save', '', ...flags, '--maxmemory-policy', 'noeviction'],
    ...['--hz', '100'], // at the default of 10 an idle Redis wakes delayed jobs up to 100 ms late
    ...['--set-proc-title', 'no'], // keeps the folder in the command line, by which a second start is refused
  ];
  const command = { ...program, args, stopSignal: 'SIGTERM', removeAtStop } as const;
  return { url: `redis://127.0.0.1:${port}`, ...(await startGuarded('Redis', command, log)) };
}
