import { METRICS } from '@crier/domain';
import { choicesOf, createInbox, secretsOf } from '@crier/inbox';
import { createMetrics, listen, systemClock } from '@crier/runtime';
import type { StartApp } from '../shared.js';

export const startInboxApp: StartApp = async (shared, { name, port, variable }) => {
  const { settings, catalog, sql, directSql, documents, logFor } = shared;
  const inbox = await createInbox({
    sql,
    directSql,
    secrets: secretsOf(settings),
    publicUrl: settings.PUBLIC_URL_INBOX,
    allowedOrigins: settings.INBOX_ALLOWED_ORIGINS,
    choices: () => choicesOf(catalog),
    documents,
    demo: settings.NODE_ENV !== 'production',
    clock: systemClock,
    log: logFor(name),
    metrics: createMetrics(METRICS, { region: settings.REGION, app: name }),
  });
  const server = await listen(inbox.app, { host: settings.BIND_HOST, port, variable });
  const close = async () => {
    await inbox.close();
    await server.close();
  };
  return { name, url: server.url, close };
};
