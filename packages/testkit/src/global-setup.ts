import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@crier/services';
import type { TestProject, Vitest } from 'vitest/node';
import { roomInMemory } from './room-in-memory.js';
import { urlOfDatabase, withSql } from './sql-connection.js';
import type { TestRun } from './test-run.js';

export interface GlobalSetupOptions {
  /** Brings the empty database at `url` up to date. Handed in: the rooms under test may use the testkit, so it uses none of them. */
  migrate: (url: string) => Promise<void>;
  /** DATABASE_URL and REDIS_URL: used if set, else started and thrown away. PATH: where Redis is looked for. */
  env: NodeJS.ProcessEnv;
}

const RUN = Symbol.for('crier.testRun');
const once = globalThis as { [RUN]?: Promise<TestRun> };

/**
 * A vitest globalSetup: PostgreSQL with a migrated template database, and Redis. Vitest calls it, and loads this module, once
 * for each project; the services are started for the first and end with the run.
 */
export const createGlobalSetup =
  (options: GlobalSetupOptions) =>
  async (project: TestProject): Promise<void> => {
    once[RUN] ??= startRun(project.vitest, options);
    const testRun = await once[RUN];
    project.provide('databaseUrl', testRun.databaseUrl);
    project.provide('redisUrl', testRun.redisUrl);
    project.provide('redisGiven', testRun.redisGiven);
    project.provide('testRun', testRun);
  };

async function startRun(vitest: Vitest, { migrate, env }: GlobalSetupOptions): Promise<TestRun> {
  const toolsDir = join(vitest.config.root, '.tools');
  const searchPath = env.PATH;
  const log = (line: string) => vitest.logger.log(line);
  const [database, redis] = await Promise.all([
    startPostgres({ url: env.DATABASE_URL, ephemeral: true, tempDir: await roomInMemory(), log }),
    startRedis({ url: env.REDIS_URL, ephemeral: true, toolsDir, searchPath, log }),
  ]);
  const prefix = `crier_test_${randomBytes(4).toString('hex')}`;
  const template = `${prefix}_template`;
  vitest.onClose(async () => {
    if (env.DATABASE_URL) await dropAll(database.url, prefix);
    await Promise.all([database.stop(), redis.stop()]);
  });

  await withSql(database.url, (sql) => sql`CREATE DATABASE ${sql(template)}`);
  await migrate(urlOfDatabase(database.url, template));
  // a database with a connection cannot be copied
  await withSql(database.url, (sql) => sql`ALTER DATABASE ${sql(template)} ALLOW_CONNECTIONS false`);
  const redisGiven = env.REDIS_URL !== undefined;
  return {
    databaseUrl: database.url,
    template,
    prefix,
    redisUrl: redis.url,
    redisGiven,
    toolsDir,
    searchPath,
    chromium: env.CHROMIUM_PATH,
  };
}

/** A server that stays keeps nothing of this run, whatever its tests forgot. */
async function dropAll(url: string, prefix: string): Promise<void> {
  await withSql(url, async (sql) => {
    const left = await sql<
      { datname: string }[]
    >`SELECT datname FROM pg_database WHERE starts_with(datname, ${prefix})`;
    for (const { datname } of left) await sql`DROP DATABASE IF EXISTS ${sql(datname)} WITH (FORCE)`;
  });
}
