import { assertDatabaseUsable, createSql } from '@crier/db';
import { openStore } from '@crier/documents';
import { channelProblems, METRICS } from '@crier/domain';
import { assertRedisUsable, createQueues, createRedis } from '@crier/queue';
import {
  ConfigError,
  createLogger,
  createMetrics,
  createTracer,
  documentsDir,
  healthRoutes,
  listen,
  runApp,
  stopInOrder,
  systemClock,
  templatesDir,
} from '@crier/runtime';
import { liveTypes } from '@crier/templates';
import { createSender } from './create-sender.js';
import { readSettings } from './env.js';

/** A scrape or a probe in flight; nobody's work hangs on it. */
const HEALTH_GRACE_MS = 1_000;

await runApp(
  'sender',
  async () => {
    const settings = readSettings();
    const channel = settings.SENDER_CHANNEL;
    const problems = channelProblems(settings, channel);
    if (problems.length > 0) throw new ConfigError(problems.join('\n'));
    const name = `sender-${channel}`;
    const log = createLogger({ name, level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: name });
    const tracer = await createTracer({ service: name, endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
    const { catalog, close: closeTemplates } = await liveTypes(templatesDir(settings), log);
    const sql = createSql({ url: settings.DATABASE_URL, max: 8, app: name, genericPlans: true });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await assertRedisUsable(settings.REDIS_URL);
    const onError = (error: Error) => log.warn({ err: error.message }, 'redis');
    const producer = createRedis({ url: settings.REDIS_URL, role: 'producer', onError });
    const consumer = createRedis({ url: settings.REDIS_URL, role: 'consumer', onError });
    const queues = createQueues(producer);
    const documents = openStore(settings, documentsDir(settings), systemClock.newToken);
    const clients = { sql, producer, consumer, queues, documents, catalog, clock: systemClock, log, metrics, tracer };
    const sender = await createSender(settings, channel, clients);
    const ready = async () => {
      await sql`SELECT 1`;
      return [
        ...(queues.ready() ? [] : ['redis does not answer']),
        ...(sender.isRunning() ? [] : ['a worker has stopped']),
      ];
    };
    const health = await listen(healthRoutes({ ready, registry: metrics.registry }), {
      host: settings.BIND_HOST,
      port: settings.HEALTH_PORT,
      variable: 'HEALTH_PORT',
    });
    const parts = stopInOrder({
      'deliveries in flight': sender.close,
      'the health server': () => health.close(HEALTH_GRACE_MS),
      'the providers': sender.closeProviders,
      'the store of documents': async () => documents.close(),
      traces: tracer.close,
      queues: queues.close,
      redis: () => {
        producer.disconnect();
        consumer.disconnect();
      },
      templates: closeTemplates,
      postgres: () => sql.end({ timeout: 2 }),
    });
    return { name, url: health.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
