import type { Sql } from '@crier/db';
import { CHANNELS, type Channel, type METRICS, type TypeRules } from '@crier/domain';
import { type Clock, healthRoutes, type Logger, type Metrics, type Tracer } from '@crier/runtime';
import type { TypeCatalog } from '@crier/templates';
import express, { type Express } from 'express';
import { type BacklogLimits, createBackPressure } from './back-pressure.js';
import type { DirectoryOptions } from './directory-options.js';
import { boundedStore } from './events/bounded-store.js';
import type { EventToStore } from './events/event-to-store.js';
import type { Stored } from './events/store-events.js';
import { createAuthenticate } from './http/authenticate.js';
import { notFound, problemHandler } from './http/problem-handler.js';
import { descriptionRoutes } from './routes/description.js';
import { inboxTokenRoute } from './routes/inbox-token.js';
import { postEvents } from './routes/post-events.js';
import { preferenceRoutes } from './routes/preferences.js';
import { previewRoute } from './routes/preview-type.js';
import { pushTokenRoutes } from './routes/push-tokens.js';
import { readEvents } from './routes/read-events.js';
import { recipientRoutes } from './routes/recipients.js';
import { suppressionRoutes } from './routes/suppressions.js';
import { typeRoutes } from './routes/types.js';
import { createStorageGate } from './storage-gate.js';

export interface IntakeOptions {
  readonly sql: Sql;
  /** Stores one event and answers after its commit: `createEventStore(sql)`. */
  readonly store: (event: EventToStore) => Promise<Stored>;
  readonly catalog: TypeCatalog;
  /** A live key that needs no row; undefined in production. */
  readonly developmentKey: string | undefined;
  readonly maxAgeDays: number;
  /** How long a silent Postgres is waited for before the caller gets its 503, in ms. */
  readonly storageTimeoutMs: number;
  /** From where on a lane's backlog closes it: `backlogLimitsOf(settings)`. */
  readonly backlogLimits: BacklogLimits;
  /** Bytes of events that may wait for their commit. */
  readonly commitQueueBytes: number;
  /** `directoryOptionsOf(settings)`; without it no push token is taken and no inbox token given. */
  readonly directory?: DirectoryOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
  readonly tracer: Tracer;
}

const NOTHING_SET_UP: DirectoryOptions = { encryptionKeys: [], linkSecrets: [], localEndpoints: false };

const typeRulesOf =
  (catalog: TypeCatalog) =>
  (name: string): TypeRules | undefined =>
    catalog.types.get(name)?.manifest;

/** The HTTP door for producers. Authenticates, validates, stores; sends nothing, renders no more than a preview, asks no Redis. */
export const createIntake = (options: IntakeOptions): { app: Express; close(): void } => {
  const { sql, catalog, clock, metrics, log, directory = NOTHING_SET_UP } = options;
  const gate = createStorageGate({ probe: () => sql`SELECT 1`, timeoutMs: options.storageTimeoutMs });
  const authenticate = createAuthenticate({ sql, developmentKey: options.developmentKey, gate });
  const typeRules = typeRulesOf(catalog);
  const validation = () => ({ typeRules, nowMs: clock.nowMs(), maxAgeDays: options.maxAgeDays });
  const channelsOf = (type: string) => (catalog.types.get(type)?.manifest.channels ?? CHANNELS) as readonly Channel[];
  const backPressure = createBackPressure({ sql, limits: options.backlogLimits, clock, log });
  const store = boundedStore(options.store, options.commitQueueBytes);
  const ready = async () => {
    if (!gate.open) return ['postgres does not answer'];
    await gate.run(() => sql`SELECT 1`);
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
  app.use(
    postEvents({ validation, store, gate, backPressure, channelsOf, metrics, tracer: options.tracer }, authenticate),
  );
  app.use(readEvents(sql, gate, authenticate));
  app.use(recipientRoutes({ sql, gate }, authenticate));
  app.use(preferenceRoutes({ sql, gate }, authenticate));
  app.use(pushTokenRoutes({ sql, gate, directory }, authenticate));
  app.use(inboxTokenRoute({ sql, gate, clock, directory }, authenticate));
  app.use(suppressionRoutes({ sql, gate }, authenticate));
  app.use(typeRoutes(catalog, authenticate));
  app.use(previewRoute(catalog, authenticate));
  app.use(descriptionRoutes(clock));
  app.use(notFound);
  app.use(problemHandler(log));
  const close = () => {
    gate.close();
    backPressure.close();
  };
  return { app, close };
};
