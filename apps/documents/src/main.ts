import { assertDatabaseUsable, createSql } from '@crier/db';
import { openStore } from '@crier/documents';
import { METRICS } from '@crier/domain';
import { assertRedisUsable, createQueues, createRedis } from '@crier/queue';
import {
  createLogger,
  createMetrics,
  createTracer,
  documentsDir,
  healthRoutes,
  listen,
  runApp,
  stopInOrder,
  systemClock,
} from '@crier/runtime';
import { readSettings } from './env.js';
import { openRenderer } from './open-renderer.js';
import { startDocuments } from './start-documents.js';

/** A scrape or a probe in flight; nobody's work hangs on it. */
const HEALTH_GRACE_MS = 1_000;

await runApp(
  'documents',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'documents', level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: 'documents' });
    const tracer = await createTracer({ service: 'documents', endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
    const sql = createSql({ url: settings.DATABASE_URL, max: 4, app: 'documents', genericPlans: true });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await assertRedisUsable(settings.REDIS_URL);
    const onError = (error: Error) => log.warn({ err: error.message }, 'redis');
    const producer = createRedis({ url: settings.REDIS_URL, role: 'producer', onError });
    const redis = createRedis({ url: settings.REDIS_URL, role: 'consumer', onError });
    const queues = createQueues(producer);
    const renderer = openRenderer(settings);
    const store = openStore(settings, documentsDir(settings), systemClock.newToken);
    const documents = startDocuments({
      sql,
      redis,
      queues,
      renderer,
      store,
      retry: { attempts: settings.RETRY_ATTEMPTS, baseMs: settings.RETRY_BASE_MS, capMs: settings.RETRY_CAP_MS },
      timezone: settings.DEFAULT_TIMEZONE,
      concurrency: settings.DOCUMENT_CONCURRENCY,
      sweepMs: settings.SWEEP_INTERVAL_MS,
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
        ...(documents.isRunning() ? [] : ['a worker has stopped']),
      ];
    };
    const health = await listen(healthRoutes({ ready, registry: metrics.registry }), {
      host: settings.BIND_HOST,
      port: settings.HEALTH_PORT,
      variable: 'HEALTH_PORT',
    });
    const parts = stopInOrder({
      'documents in work': documents.close,
      'the renderer': renderer.close,
      'the store': async () => store.close(),
      'the health server': () => health.close(HEALTH_GRACE_MS),
      traces: tracer.close,
      queues: queues.close,
      redis: () => [producer, redis].map((client) => client.disconnect()),
      postgres: () => sql.end({ timeout: 2 }),
    });
    return { name: 'documents', url: health.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
