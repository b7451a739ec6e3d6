import { openOpsWays } from '@crier/chat';
import { assertDatabaseUsable, createSql } from '@crier/db';
import { METRICS, repairsOf } from '@crier/domain';
import { createProviders } from '@crier/providers';
import { assertRedisUsable, createQueues, createRedis } from '@crier/queue';
import { createLogger, createMetrics, healthRoutes, listen, runApp, stopInOrder, systemClock } from '@crier/runtime';
import { alertsOf } from './alerts/settings-of-alerts.js';
import { readSettings } from './env.js';
import { startScheduler } from './start-scheduler.js';

/** A scrape or a probe in flight; nobody's work hangs on it. */
const HEALTH_GRACE_MS = 1_000;
/** It counts and sweeps over whole tables: a statement may take longer than one of the protocol. */
const SILENCE_MS = 60_000;

await runApp(
  'scheduler',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'scheduler', level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: 'scheduler' });
    const sql = createSql({ url: settings.DATABASE_URL, max: 4, app: 'scheduler', silenceMs: SILENCE_MS });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await assertRedisUsable(settings.REDIS_URL);
    const onError = (error: Error) => log.warn({ err: error.message }, 'redis');
    const producer = createRedis({ url: settings.REDIS_URL, role: 'producer', onError });
    const redis = createRedis({ url: settings.REDIS_URL, role: 'consumer', onError });
    const queues = createQueues(producer);
    const ops = await openOpsWays(settings, { createProviders, loops: 2, nowMs: systemClock.nowMs, log });
    const scheduler = startScheduler({
      sql,
      producer,
      redis,
      queues,
      sweepMs: settings.SWEEP_INTERVAL_MS,
      maxAgeDays: settings.OCCURRED_AT_MAX_AGE_DAYS,
      graceMs: settings.SHUTDOWN_GRACE_MS,
      alerts: alertsOf(settings),
      ops,
      repairs: repairsOf(settings),
      clock: systemClock,
      log,
      metrics,
    });
    const ready = async () => {
      await sql`SELECT 1`;
      return [
        ...(queues.ready() ? [] : ['redis does not answer']),
        ...(scheduler.isRunning() ? [] : ['a worker has stopped']),
      ];
    };
    const health = await listen(healthRoutes({ ready, registry: metrics.registry }), {
      host: settings.BIND_HOST,
      port: settings.HEALTH_PORT,
      variable: 'HEALTH_PORT',
    });
    const parts = stopInOrder({
      'loops and dead letters in flight': scheduler.close,
      'the health server': () => health.close(HEALTH_GRACE_MS),
      'the email providers': async () => ops.close(),
      queues: queues.close,
      redis: () => {
        producer.disconnect();
        redis.disconnect();
      },
      postgres: () => sql.end({ timeout: 2 }),
    });
    return { name: 'scheduler', url: health.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
