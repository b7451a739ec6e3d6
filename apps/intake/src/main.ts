import { assertDatabaseUsable, createOrm, createSql, ensurePartitions } from '@crier/db';
import { METRICS } from '@crier/domain';
import { createLogger, createMetrics, listen, runApp, systemClock } from '@crier/runtime';
import { loadTypes } from '@crier/templates';
import { createIntake } from './create-intake.js';
import { readSettings, templatesDir } from './env.js';
import { createEventStore } from './events/store-events.js';

await runApp(
  'intake',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'intake', level: settings.LOG_LEVEL });
    const metrics = createMetrics(METRICS, { region: settings.REGION, app: 'intake' });
    const catalog = await loadTypes(templatesDir(settings));
    const sql = createSql({ url: settings.DATABASE_URL, max: 6, app: 'intake', genericPlans: true });
    const { orm, close: closeOrm } = createOrm(settings.DATABASE_URL, 'intake');
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    await ensurePartitions(sql, settings.OCCURRED_AT_MAX_AGE_DAYS);
    const intake = createIntake({
      sql,
      store: createEventStore(sql),
      orm,
      catalog,
      developmentKey: settings.CRIER_API_KEY,
      maxAgeDays: settings.OCCURRED_AT_MAX_AGE_DAYS,
      storageTimeoutMs: 5_000,
      clock: systemClock,
      log,
      metrics,
    });
    const server = await listen(intake.app, {
      host: settings.BIND_HOST,
      port: settings.INTAKE_PORT,
      variable: 'INTAKE_PORT',
    });
    const close = async () => {
      await server.close();
      intake.close();
      await Promise.all([sql.end({ timeout: 5 }), closeOrm()]);
    };
    return { name: 'intake', url: server.url, close };
  },
  process,
);
