import { assertDatabaseUsable, createSql, recordCallbacks, resumeAddresses, suppress } from '@crier/db';
import { METRICS } from '@crier/domain';
import { createLogger, createMetrics, listen, runApp, stopInOrder, systemClock } from '@crier/runtime';
import { createCallbacks } from './create-callbacks.js';
import { readSettings } from './env.js';
import { fetchText } from './http/fetch-text.js';
import { startListening } from './start-listening.js';

await runApp(
  'callbacks',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'callbacks', level: settings.LOG_LEVEL });
    const sql = createSql({ url: settings.DATABASE_URL, max: 4, app: 'callbacks', genericPlans: true });
    const app = createCallbacks({
      settings,
      record: (events) => recordCallbacks(sql, events),
      suppress: (items) => suppress(sql, items),
      resume: (wishes) => resumeAddresses(sql, wishes),
      probe: () => sql`SELECT 1`,
      storageTimeoutMs: 5_000,
      fetchText,
      clock: systemClock,
      log,
      metrics: createMetrics(METRICS, { region: settings.REGION, app: 'callbacks' }),
    });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    const server = await listen(app, {
      host: settings.BIND_HOST,
      port: settings.CALLBACKS_PORT,
      variable: 'CALLBACKS_PORT',
    });
    const listening = startListening(sql, log);
    const parts = stopInOrder({
      'the word that callbacks are taken': listening.close,
      'requests in flight': () => server.close(settings.SHUTDOWN_GRACE_MS),
      postgres: () => sql.end({ timeout: 2 }),
    });
    return { name: 'callbacks', url: server.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
