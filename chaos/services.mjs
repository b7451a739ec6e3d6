import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '@crier/db';
import { createRedis } from '@crier/queue';
import { startPostgres, startRedis } from '@crier/services';

const toolsDir = fileURLToPath(new URL('../.tools', import.meta.url));
const DOWN_MS = 500;
const RESTARTS = 20;

/** A server that can be killed and comes back at the same address. */
const restartable = async (start) => {
  let service = await start();
  const { url } = service;
  return {
    url,
    /** kill -9, half a second of nothing, and started again on the same data. */
    crash: async () => {
      process.kill(service.pid, 'SIGKILL');
      await service.stop();
      for (let tries = 1; ; tries++) {
        await sleep(DOWN_MS);
        try {
          service = await start();
          break;
        } catch (error) {
          // the killed server's own children hold its memory or its port for a moment longer
          if (tries === RESTARTS) throw error;
        }
      }
      if (service.url !== url) throw new Error(`restarted at ${service.url}, not at ${url}`);
    },
    stop: () => service.stop(),
  };
};

/**
 * A durable PostgreSQL (fsync on) and a Redis that writes its log every second, with their data below `dir`: what is broken
 * is what is promised.
 */
export const startServices = async ({ dir, nextPort }) => {
  const [postgresPort, redisPort] = [await nextPort(), await nextPort()];
  const postgres = await restartable(() => startPostgres({ dataDir: join(dir, 'postgres'), port: postgresPort }));
  const redis = await restartable(() =>
    startRedis({ dataDir: join(dir, 'redis'), port: redisPort, toolsDir, searchPath: process.env.PATH }),
  );
  await migrate(postgres.url);
  const client = createRedis({ url: redis.url, role: 'consumer', onError: () => {} });
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    crashPostgres: postgres.crash,
    crashRedis: redis.crash,
    flush: async () => void (await client.flushall()),
    stop: async () => {
      client.disconnect();
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
};
