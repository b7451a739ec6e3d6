import type { Sql } from '@crier/db';
import type { DocumentStore } from '@crier/documents';
import type { CategoryChoice, METRICS } from '@crier/domain';
import { type Clock, healthRoutes, type Logger, type Metrics } from '@crier/runtime';
import express, { type Express } from 'express';
import { inboxRoutes } from './api/inbox-routes.js';
import { requireToken } from './api/require-token.js';
import { demoRoute } from './demo/demo-route.js';
import { documentRoutes } from './documents/document-routes.js';
import { allowOrigins } from './http/cors.js';
import { notFound, problemHandler } from './http/problem-handler.js';
import { securityHeaders } from './http/security-headers.js';
import { forPeople } from './http/wants-page.js';
import { pageFiles } from './pages/page-files.js';
import { preferencesRoutes } from './preferences/preferences-routes.js';
import { type LiveInboxes, startLiveInboxes } from './stream/live-inboxes.js';
import { streamRoute } from './stream/stream-route.js';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe-routes.js';

export interface InboxOptions {
  readonly sql: Sql;
  /** A client that reaches PostgreSQL past any transaction-mode pooler, for LISTEN. */
  readonly directSql: Sql;
  /** What signed people's tokens and links: the first signs, all verify. At least one. */
  readonly secrets: readonly string[];
  /** Where people reach this app. */
  readonly publicUrl: string;
  /** Sites whose pages may call the API from a browser. */
  readonly allowedOrigins: readonly string[];
  /** What people can choose by now: templates change while the app runs. */
  readonly choices: () => readonly CategoryChoice[];
  /** Where finished documents lie. */
  readonly documents: Pick<DocumentStore, 'read'>;
  /** Serves `/demo`, which opens anybody's inbox: never in production. */
  readonly demo: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
  /** Between two signs of life of a stream, in ms; 15,000 if left out. */
  readonly heartbeatMs?: number;
}

/** The end users' door: their inbox, live, their documents, and what they want to be told. Close it before the server, or streams hold that up. */
export const createInbox = async (
  options: InboxOptions,
): Promise<{ app: Express; streams(): number; close(): Promise<void> }> => {
  const { sql, secrets, publicUrl, choices, documents, clock, log, metrics } = options;
  const live: LiveInboxes = await startLiveInboxes(options);
  const ready = async () => {
    await sql`SELECT 1`;
    return [];
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(healthRoutes({ ready, registry: metrics.registry }));
  app.use((_req, res, next) => {
    res.once('finish', () => metrics.count('crier_requests_total', { status: String(res.statusCode) }));
    next();
  });
  app.use(securityHeaders({ https: new URL(publicUrl).protocol === 'https:' }));
  app.use(pageFiles());
  app.use('/v1/inbox', allowOrigins(options.allowedOrigins), requireToken({ sql, secrets, clock }));
  app.use(streamRoute({ sql, live }));
  app.use(inboxRoutes(sql));
  app.use(['/preferences', '/unsubscribe', '/documents', '/demo'], forPeople);
  app.use(preferencesRoutes({ sql, secrets, choices, clock }));
  app.use(unsubscribeRoutes({ sql, secrets, publicUrl, choices, clock }));
  app.use(documentRoutes({ sql, secrets, documents, clock, log }));
  if (options.demo) app.use(demoRoute({ sql, secrets, clock }));
  app.use(notFound);
  app.use(problemHandler(log));
  return { app, streams: live.size, close: live.close };
};
