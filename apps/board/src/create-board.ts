import type { Sql } from '@crier/db';
import type { METRICS, RepairSettings } from '@crier/domain';
import { allQueues, type Queues } from '@crier/queue';
import { type Clock, healthRoutes, type Logger, type Metrics } from '@crier/runtime';
import { type TypeCatalog, typeCategories } from '@crier/templates';
import express, { type Express } from 'express';
import { bullBoardRoutes } from './bull-board/bull-board-routes.js';
import { deadLetterRoutes } from './dead-letters/dead-letter-routes.js';
import { notFound, refusalHandler } from './http/refusal-handler.js';
import { sameOrigin } from './http/same-origin.js';
import { securityHeaders } from './http/security-headers.js';
import type { Account } from './login/account.js';
import { loginRoutes } from './login/login-routes.js';
import { requireSession } from './login/require-session.js';
import { createSessions } from './login/sessions.js';
import { overviewRoute } from './overview/overview-route.js';
import { pageFiles } from './pages/page-files.js';
import { replayRoutes } from './replay/replay-routes.js';
import { templatesRoute } from './templates/templates-route.js';

export interface BoardOptions {
  readonly sql: Sql;
  readonly queues: Queues;
  /** Who may log in. */
  readonly users: readonly Account[];
  /** What signs sessions and links: the first signs, all verify. At least one. */
  readonly secrets: readonly string[];
  /** Where people reach the board. With https the session's cookie travels over TLS only. */
  readonly publicUrl?: string;
  /** Shows messages as they would go out. It is read anew each time: templates change while the board runs. */
  readonly catalog: TypeCatalog;
  readonly repairs: RepairSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}

/**
 * The people's door: an overview at `/`, Bull Board at `/queues`, both behind a login. A further page of the console is a
 * route after `requireSession` and a line in the frame's navigation.
 */
export const createBoard = (options: BoardOptions): { app: Express } => {
  const { sql, queues, clock, log, metrics, secrets, repairs } = options;
  const { maxReplays, documentWaitMs, replaysPerSecond: perSecond, redrive } = repairs;
  const categories = () => typeCategories(options.catalog);
  const retry = { sql, queues, log, maxReplays, documentWaitMs, perSecond, categories };
  const names = allQueues();
  const publicUrl = options.publicUrl === undefined ? undefined : new URL(options.publicUrl);
  const https = publicUrl?.protocol === 'https:';
  const sessions = createSessions({ accounts: options.users, secrets, https, clock });
  const ready = async () => {
    await sql`SELECT 1`;
    return queues.ready() ? [] : ['redis does not answer'];
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // A proxy on this machine may say who is behind it; nobody else may.
  app.set('trust proxy', 'loopback');
  app.use(healthRoutes({ ready, registry: metrics.registry }));
  app.use((_req, res, next) => {
    res.once('finish', () => metrics.count('crier_requests_total', { status: String(res.statusCode) }));
    next();
  });
  app.use(securityHeaders({ https }));
  app.use(sameOrigin(publicUrl?.origin));
  app.use(pageFiles());
  app.use(sessions.middleware);
  app.use(loginRoutes({ sessions, clock, log }));
  app.use(requireSession(sessions));
  app.get('/', overviewRoute({ sql, queues, names, clock, log }));
  app.use('/queues', bullBoardRoutes({ ...retry, names }));
  app.use(replayRoutes({ ...retry, clock, secrets }));
  const typeOf = (name: string) => options.catalog.types.get(name);
  app.use('/dead-letters', deadLetterRoutes({ sql, maxReplays, redrive, typeOf, categories }));
  app.get('/templates', templatesRoute(options.catalog));
  app.use(notFound);
  app.use(refusalHandler(log));
  return { app };
};
