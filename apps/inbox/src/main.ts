import { assertDatabaseUsable, createSql } from '@crier/db';
import { openStore } from '@crier/documents';
import { METRICS } from '@crier/domain';
import {
  createLogger,
  createMetrics,
  documentsDir,
  listen,
  runApp,
  stopInOrder,
  systemClock,
  templatesDir,
} from '@crier/runtime';
import { liveTypes } from '@crier/templates';
import { createInbox } from './create-inbox.js';
import { readSettings } from './env.js';
import { choicesOf, secretsOf } from './settings-of-inbox.js';

await runApp(
  'inbox',
  async () => {
    const settings = readSettings();
    const log = createLogger({ name: 'inbox', level: settings.LOG_LEVEL });
    const secrets = secretsOf(settings);
    const { catalog, close: closeTemplates } = await liveTypes(templatesDir(settings), log);
    const sql = createSql({ url: settings.DATABASE_URL, max: 6, app: 'inbox', genericPlans: true });
    const directUrl = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
    const directSql = createSql({ url: directUrl, max: 1, app: 'inbox-listen' });
    await assertDatabaseUsable(sql, settings.DATABASE_URL);
    const documents = openStore(settings, documentsDir(settings), systemClock.newToken);
    const inbox = await createInbox({
      sql,
      directSql,
      secrets,
      publicUrl: settings.PUBLIC_URL_INBOX,
      allowedOrigins: settings.INBOX_ALLOWED_ORIGINS,
      choices: () => choicesOf(catalog),
      documents,
      demo: settings.NODE_ENV !== 'production',
      clock: systemClock,
      log,
      metrics: createMetrics(METRICS, { region: settings.REGION, app: 'inbox' }),
    });
    const server = await listen(inbox.app, {
      host: settings.BIND_HOST,
      port: settings.INBOX_PORT,
      variable: 'INBOX_PORT',
    });
    const parts = stopInOrder({
      streams: inbox.close,
      'requests in flight': () => server.close(settings.SHUTDOWN_GRACE_MS),
      templates: closeTemplates,
      'the store of documents': async () => documents.close(),
      postgres: () => Promise.all([sql.end({ timeout: 2 }), directSql.end({ timeout: 2 })]),
    });
    return { name: 'inbox', url: server.url, graceMs: settings.SHUTDOWN_GRACE_MS, ...parts };
  },
  process,
);
