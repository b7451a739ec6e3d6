import { openOpsWays } from '@crier/chat';
import { assertDatabaseUsable, createSql } from '@crier/db';
import { METRICS, repairsOf } from '@crier/domain';
import { createProviders } from '@crier/providers';
import { assertRedisUsable, createQueues, createRedis } from '@crier/queue';
import { createLogger, createMetrics, listen, runApp, stopInOrder, systemClock, templatesDir } from '@crier/runtime';
import { liveTypes } from '@crier/templates';
import { createBoard } from './create-board.js';
import { readSettings } from './env.js';
import { accountsOf, secretsOf } from './settings-of-board.js';
import { startSchedulerWatch } from './watch-scheduler.js';

/** It counts over whole tables for a person who waits: a statement may take longer than one of the protocol. */
const SILENCE_MS = 60_000;

await runApp(
  'board',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'board', level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: 'board' });
    const { catalog, close: closeTemplates } = await liveTypes(templatesDir(settings), log);
    const sql = createSql({ url: settings.DATABASE_URL, max: 4, app: 'board', silenceMs: SILENCE_MS });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await assertRedisUsable(settings.REDIS_URL);
    const redis = createRedis({
      url: settings.REDIS_URL,
      role: 'producer',
      onError: (error) => log.warn({ err: error.message }, 'redis'),
    });
    const queues = createQueues(redis);
    const board = createBoard({
      sql,
      queues,
      users: accountsOf(settings),
      secrets: secretsOf(settings),
      publicUrl: settings.PUBLIC_URL_BOARD,
      repairs: repairsOf(settings),
      catalog,
      clock: systemClock,
      log,
      metrics,
    });
    const ops = await openOpsWays(settings, { createProviders, loops: 1, nowMs: systemClock.nowMs, log });
    const watch = startSchedulerWatch({
      sql,
      sweepMs: settings.SWEEP_INTERVAL_MS,
      ops,
      boardUrl: settings.PUBLIC_URL_BOARD,
      clock: systemClock,
      log,
    });
    const server = await listen(board.app, {
      host: settings.BIND_HOST,
      port: settings.BOARD_PORT,
      variable: 'BOARD_PORT',
    });
    const parts = stopInOrder({
      'the watch over the scheduler': watch.close,
      'the email providers': async () => ops.close(),
      'requests in flight': () => server.close(settings.SHUTDOWN_GRACE_MS),
      queues: queues.close,
      redis: () => redis.disconnect(),
      templates: closeTemplates,
      postgres: () => sql.end({ timeout: 2 }),
    });
    return { name: 'board', url: server.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
