import { assertDatabaseUsable, createSql, ensurePartitions } from '@crier/db';
import { METRICS } from '@crier/domain';
import {
  createLogger,
  createMetrics,
  createTracer,
  listen,
  runApp,
  stopInOrder,
  systemClock,
  templatesDir,
} from '@crier/runtime';
import { liveTypes } from '@crier/templates';
import { backlogLimitsOf } from './back-pressure.js';
import { createIntake } from './create-intake.js';
import { directoryOptionsOf } from './directory-options.js';
import { readSettings } from './env.js';
import { createEventStore } from './events/store-events.js';

await runApp(
  'intake',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'intake', level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: 'intake' });
    const tracer = await createTracer({ service: 'intake', endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT });
    const { catalog, close: closeTemplates } = await liveTypes(templatesDir(settings), log);
    const sql = createSql({ url: settings.DATABASE_URL, max: 8, app: 'intake', genericPlans: true });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await ensurePartitions(sql, settings.OCCURRED_AT_MAX_AGE_DAYS);
    const intake = createIntake({
      sql,
      store: createEventStore(sql),
      catalog,
      developmentKey: settings.CRIER_API_KEY,
      maxAgeDays: settings.OCCURRED_AT_MAX_AGE_DAYS,
      storageTimeoutMs: 5_000,
      backlogLimits: backlogLimitsOf(settings),
      commitQueueBytes: settings.COMMIT_QUEUE_BYTES,
      directory: directoryOptionsOf(settings),
      clock: systemClock,
      log,
      metrics,
      tracer,
    });
    const server = await listen(intake.app, {
      host: settings.BIND_HOST,
      port: settings.INTAKE_PORT,
      variable: 'INTAKE_PORT',
    });
    const parts = stopInOrder({
      'requests in flight': () => server.close(settings.SHUTDOWN_GRACE_MS),
      'looks at Postgres': intake.close,
      traces: tracer.close,
      templates: closeTemplates,
      postgres: () => sql.end({ timeout: 2 }),
    });
    return { name: 'intake', url: server.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
