import { assertDatabaseUsable, createSql } from '@crier/db';
import { METRICS } from '@crier/domain';
import { assertRedisUsable, createQueues, createRedis } from '@crier/queue';
import {
  createLogger,
  createMetrics,
  createTracer,
  healthRoutes,
  listen,
  runApp,
  stopInOrder,
  systemClock,
  templatesDir,
} from '@crier/runtime';
import { liveTypes } from '@crier/templates';
import { readSettings } from './env.js';
import { routingRulesOf } from './routing-rules.js';
import { startRouter } from './start-router.js';

/** A scrape or a probe in flight; nobody's work hangs on it. */
const HEALTH_GRACE_MS = 1_000;

await runApp(
  'router',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'router', level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: 'router' });
    const tracer = await createTracer({ service: 'router', endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
    const { catalog, close: closeTemplates } = await liveTypes(templatesDir(settings), log);
    // Routing can be done again from the event, and nothing leaves the house before `sending`, whose commit waits for this one too.
    const sql = createSql({ url: settings.DATABASE_URL, max: 8, app: 'router', genericPlans: true, durable: false });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await assertRedisUsable(settings.REDIS_URL);
    const onError = (error: Error) => log.warn({ err: error.message }, 'redis');
    const producer = createRedis({ url: settings.REDIS_URL, role: 'producer', onError });
    const redis = createRedis({ url: settings.REDIS_URL, role: 'consumer', onError });
    const queues = createQueues(producer);
    const router = startRouter({
      sql,
      redis,
      queues,
      lanes: settings.ROUTER_LANES,
      rulesOf: routingRulesOf(catalog),
      defaults: { locale: settings.DEFAULT_LOCALE, timezone: settings.DEFAULT_TIMEZONE },
      documentWaitMs: settings.DOCUMENT_WAIT_MS,
      graceMs: settings.SHUTDOWN_GRACE_MS,
      clock: systemClock,
      log,
      metrics,
      tracer,
    });
    const ready = async () => {
      await sql`SELECT 1`;
      return [
        ...(queues.ready() ? [] : ['redis does not answer']),
        ...(router.isRunning() ? [] : ['a worker has stopped']),
      ];
    };
    const health = await listen(healthRoutes({ ready, registry: metrics.registry }), {
      host: settings.BIND_HOST,
      port: settings.HEALTH_PORT,
      variable: 'HEALTH_PORT',
    });
    const parts = stopInOrder({
      'events in routing': router.close,
      'the health server': () => health.close(HEALTH_GRACE_MS),
      traces: tracer.close,
      queues: queues.close,
      redis: () => [producer, redis].map((client) => client.disconnect()),
      templates: closeTemplates,
      postgres: () => sql.end({ timeout: 2 }),
    });
    return { name: 'router', url: health.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
