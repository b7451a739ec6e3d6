import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@crier/db';
import { startPostgres, startRedis } from '@crier/services';

const toolsDir = fileURLToPath(new URL('../../.tools', import.meta.url));

/**
 * Runs `work` with a durable Postgres (fsync on) and a durable Redis (AOF every second): what is measured is what is
 * promised. Given DATABASE_URL and REDIS_URL are used instead.
 */
export const withServices = async (say, work) => {
  const dir = mkdtempSync(join(tmpdir(), 'crier-bench-'));
  // PostgreSQL runs as another user when this one is root.
  chmodSync(dir, 0o755);
  const { DATABASE_URL, REDIS_URL, PATH } = process.env;
  const [postgres, redis] = await Promise.all([
    startPostgres({ url: DATABASE_URL, dataDir: join(dir, 'pg') }),
    startRedis({ url: REDIS_URL, dataDir: join(dir, 'redis'), toolsDir, searchPath: PATH }),
  ]);
  try {
    await migrate(postgres.url);
    say(`postgres ${postgres.url}  redis ${redis.url}`);
    return await work({ databaseUrl: postgres.url, redisUrl: redis.url });
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(dir, { recursive: true, force: true });
  }
};
