import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@crier/runtime';
import { type Service, startPostgres, startRedis } from '@crier/services';

export interface ServicesOptions {
  /** Used, and nothing is started, where given. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** Taken if free, else a free one; 0 = any. */
  readonly postgresPort: number;
  readonly redisPort: number;
  readonly dataDir: string;
  readonly toolsDir: string;
  readonly searchPath: string | undefined;
  readonly say: (line: string) => void;
}

const startOf = (options: ServicesOptions): string => {
  const names = [
    ...(options.databaseUrl === undefined ? ['PostgreSQL'] : []),
    ...(options.redisUrl === undefined ? ['Redis'] : []),
  ];
  const first = options.databaseUrl === undefined && !existsSync(join(options.dataDir, 'postgres'));
  return `Starting ${names.join(' and ')} on ${options.dataDir}${first ? ' (the first time takes a few seconds)' : ''} …`;
};

/** The one line that says a wanted port was taken, and where the server is instead. Nothing where it got its port. */
const movedLine = (server: string, variable: string, wanted: number, url: string): string | undefined => {
  const { port } = new URL(url);
  return wanted === 0 || port === String(wanted)
    ? undefined
    : `${wanted} is taken: ${server} is on ${port} (${variable})`;
};

/**
 * PostgreSQL and Redis, each given or started with its data under `dataDir`. Throws ConfigError when one does not start,
 * after the other was stopped.
 */
export const startServices = async (
  options: ServicesOptions,
): Promise<{ databaseUrl: string; redisUrl: string; stop(): Promise<void> }> => {
  const { dataDir, toolsDir, searchPath, say: log } = options;
  if (options.databaseUrl === undefined || options.redisUrl === undefined) log(startOf(options));
  const [postgres, redis] = await Promise.allSettled([
    startPostgres({
      url: options.databaseUrl,
      dataDir: join(dataDir, 'postgres'),
      port: options.postgresPort || undefined,
      log,
    }),
    startRedis({
      url: options.redisUrl,
      dataDir: join(dataDir, 'redis'),
      port: options.redisPort || undefined,
      toolsDir,
      searchPath,
      log,
    }),
  ]);
  const started = [postgres, redis].flatMap((one): Service[] => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => void (await Promise.all(started.map((service) => service.stop())));
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled') {
    const { url: databaseUrl } = postgres.value;
    const { url: redisUrl } = redis.value;
    const moved = [
      options.databaseUrl ? undefined : movedLine('PostgreSQL', 'POSTGRES_PORT', options.postgresPort, databaseUrl),
      options.redisUrl ? undefined : movedLine('Redis', 'REDIS_PORT', options.redisPort, redisUrl),
    ];
    for (const line of moved) if (line !== undefined) log(line);
    return { databaseUrl, redisUrl, stop };
  }
  await stop();
  const failed = [postgres, redis].flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []));
  throw new ConfigError(failed.join('\n'));
};
