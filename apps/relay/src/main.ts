import { assertDatabaseUsable, createSql } from '@crier/db';
import { METRICS } from '@crier/domain';
import { assertRedisUsable, createQueues, createRedis } from '@crier/queue';
import { createLogger, createMetrics, healthRoutes, listen, runApp, stopInOrder } from '@crier/runtime';
import { readSettings } from './env.js';
import { startRelay } from './start-relay.js';

/** A scrape or a probe in flight; nobody's work hangs on it. */
const HEALTH_GRACE_MS = 1_000;

await runApp(
  'relay',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'relay', level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: 'relay' });
    const sql = createSql({ url: settings.DATABASE_URL, max: 6, app: 'relay', genericPlans: true, durable: false });
    const directUrl = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
    const directSql = createSql({ url: directUrl, max: 1, app: 'relay-listen' });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await assertRedisUsable(settings.REDIS_URL);
    const redis = createRedis({
      url: settings.REDIS_URL,
      role: 'producer',
      onError: (error) => log.warn({ err: error.message }, 'redis'),
    });
    const queues = createQueues(redis);
    const relay = await startRelay({ sql, directSql, queues, log, metrics });
    const ready = async () => {
      await sql`SELECT 1`;
      return queues.ready() ? [] : ['redis does not answer'];
    };
    const health = await listen(healthRoutes({ ready, registry: metrics.registry }), {
      host: settings.BIND_HOST,
      port: settings.HEALTH_PORT,
      variable: 'HEALTH_PORT',
    });
    const parts = stopInOrder({
      'rows in publication': relay.close,
      'the health server': () => health.close(HEALTH_GRACE_MS),
      queues: queues.close,
      redis: () => redis.disconnect(),
      postgres: () => Promise.all([sql.end({ timeout: 2 }), directSql.end({ timeout: 2 })]),
    });
    return { name: 'relay', url: health.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
