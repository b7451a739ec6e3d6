import { createMetrics, healthRoutes, type Logger, listen, type RunningApp } from '@crier/runtime';
import express, { type Express } from 'express';
import { callbackRoutes } from './callbacks/callback-routes.js';
import { DEFAULT_CALLBACKS_URL, type InitialCallbacks } from './callbacks/callback-settings.js';
import { createCallbacks } from './callbacks/callbacks.js';
import { createFaultList } from './fault-list.js';
import { faultRoutes } from './fault-routes.js';
import { createLiveStream, type LiveStream } from './live-stream.js';
import { createMessageLog } from './message-log.js';
import { messageRoutes } from './message-routes.js';
import { createOpenResponses } from './open-responses.js';
import { pageRoutes } from './page-routes.js';
import { answerProblems, sendProblem } from './problem.js';
import type { ReceiveDeps } from './receive-send.js';
import { SANDBOX_METRICS } from './sandbox-metrics.js';
import { vendorEndpoints } from './vendor-endpoint.js';
import { createChat } from './vendors/chat/chat.js';
import { createSendgrid } from './vendors/sendgrid.js';
import { createSes } from './vendors/ses.js';

export interface SandboxOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where `/callbacks/ses` and the like are; default http://127.0.0.1:3001. */
  readonly callbacksUrl?: string;
  /** Callbacks to start with; all are off by default. */
  readonly callbacks?: InitialCallbacks;
  readonly log?: Logger;
  /** Numbers in [0, 1) for the faults' rates and shuffled callbacks. */
  readonly random?: () => number;
  /** Ms since the epoch. */
  readonly now?: () => number;
}

const VENDORS = [createSes, createSendgrid, createChat];

const MAX_REQUEST_BYTES = 30 * 1024 * 1024;
const KEEP_BODIES = 10_000;
/** Ten thousand messages of 50 kB. Larger ones are forgotten earlier, rather than filling the machine. */
const KEEP_BYTES = 512 * 1024 * 1024;

type Deps = ReceiveDeps & { readonly stream: LiveStream };

/** What people and tests talk to: health, controls, the page. */
const createControls = (deps: Deps, report: (error: unknown) => void): Express => {
  const app = express().disable('x-powered-by').disable('etag');
  app.use(healthRoutes({ ready: async () => [], registry: deps.metrics.registry }));
  app.use(pageRoutes(deps.log, deps.stream), messageRoutes(deps.log));
  app.use(faultRoutes(deps.faults), callbackRoutes(deps.callbacks));
  app.get('/', (_req, res) => res.redirect('/sandbox'));
  app.use((_req, res) =>
    sendProblem(res, 'not_found', 'The sandbox has no such endpoint; /sandbox shows what it has.'),
  );
  return app.use(answerProblems(report));
};

/**
 * Starts the provider sandbox: one server that speaks the providers' own protocols, remembers what it accepted, calls
 * back, and misbehaves on demand. Everything is in memory. `close` ends kept-open responses and callbacks at once.
 */
export const startSandbox = async (options: SandboxOptions): Promise<RunningApp> => {
  const { host, port, log, random = Math.random, now = Date.now } = options;
  const { callbacksUrl = DEFAULT_CALLBACKS_URL, callbacks: initial = {} } = options;
  let sandboxUrl = '';
  const open = createOpenResponses();
  const changed = () => stream.changed();
  const messages = createMessageLog({ keepBodies: KEEP_BODIES, keepBytes: KEEP_BYTES, changed });
  const faults = createFaultList({ random, changed });
  const callbacks = createCallbacks({ url: callbacksUrl, sandboxUrl: () => sandboxUrl, initial, random, now, changed });
  const vendors = VENDORS.map((create) => create({ log: messages, now }));
  const providers = vendors.map((vendor) => vendor.provider);
  const stream = createLiveStream(open, () => ({
    ...messages.tally(),
    providers,
    faults: faults.list(),
    callbacks: callbacks.list(),
    callbacksUrl,
  }));
  const metrics = createMetrics(SANDBOX_METRICS, { region: '', app: 'sandbox' });
  const deps = { log: messages, faults, callbacks, metrics, now, stream, open, maxBytes: MAX_REQUEST_BYTES };
  const report = (error: unknown) => log?.error({ err: error }, 'a request failed');
  const handler = vendorEndpoints(deps, vendors, createControls(deps, report), report);
  const listening = await listen(handler, { host, port, variable: 'SANDBOX_PORT' });
  sandboxUrl = listening.url;
  log?.info({ url: listening.url, callbacksUrl }, 'provider sandbox listening');
  return {
    name: 'sandbox',
    url: listening.url,
    close() {
      const closed = listening.close();
      callbacks.close();
      open.dropAll();
      return closed;
    },
  };
};
