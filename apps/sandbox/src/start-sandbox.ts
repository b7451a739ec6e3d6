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
import { PROVIDER_NAMES } from './providers.js';
import type { ReceiveDeps } from './receive-send.js';
import { SANDBOX_METRICS } from './sandbox-metrics.js';
import { stateRoutes } from './state/state-routes.js';
import { createVendorState, type VendorState } from './state/vendor-state.js';
import type { VendorDeps } from './vendor.js';
import { type EndpointDeps, vendorEndpoints } from './vendor-endpoint.js';
import { createApns } from './vendors/apns/apns.js';
import { startApnsServer } from './vendors/apns/apns-server.js';
import { createChat } from './vendors/chat/chat.js';
import { createFcm } from './vendors/fcm/fcm.js';
import { createSendgrid } from './vendors/sendgrid.js';
import { createSes } from './vendors/ses.js';
import { startSmtp } from './vendors/smtp/smtp.js';
import { createSns } from './vendors/sns.js';
import { createTwilio } from './vendors/twilio/twilio.js';
import { createWebpush } from './vendors/webpush/webpush.js';
import { createWhatsapp } from './vendors/whatsapp/whatsapp.js';

export interface SandboxOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Of APNs (HTTP/2) and of SMTP; 0, the default, takes any free port. */
  readonly apnsPort?: number;
  readonly smtpPort?: number;
  /** Where `/callbacks/ses` and the like are; default http://127.0.0.1:3001. */
  readonly callbacksUrl?: string;
  /** Callbacks to start with; all are off by default. */
  readonly callbacks?: InitialCallbacks;
  /** What Twilio and WhatsApp sign their callbacks with. */
  readonly twilioAuthToken?: string | undefined;
  readonly whatsappAppSecret?: string | undefined;
  readonly log?: Logger;
  /** Numbers in [0, 1) for the faults' rates and shuffled callbacks. */
  readonly random?: () => number;
  /** Ms since the epoch. */
  readonly now?: () => number;
}

/** The providers on the HTTP port, in the order in which the page names them. */
const VENDORS = [
  createSes,
  createSendgrid,
  createTwilio,
  createSns,
  createWhatsapp,
  createFcm,
  createWebpush,
  createChat,
];

/** A running sandbox, with the addresses of the two vendors that have a port of their own. */
export interface RunningSandbox extends RunningApp {
  /** `http://host:port`: HTTP/2 without TLS. */
  readonly apnsUrl: string;
  readonly smtpPort: number;
}

/** In development; with the real ones a receiver that is set up for them believes the sandbox. */
const TWILIO_AUTH_TOKEN = 'sandbox-twilio-token';
const WHATSAPP_APP_SECRET = 'sandbox-whatsapp-secret';

const MAX_REQUEST_BYTES = 30 * 1024 * 1024;
const KEEP_BODIES = 10_000;
/** Ten thousand messages of 50 kB. Larger ones are forgotten earlier, rather than filling the machine. */
const KEEP_BYTES = 512 * 1024 * 1024;

type Deps = ReceiveDeps & { readonly stream: LiveStream; readonly state: VendorState };

/** What people and tests talk to: health, controls, the page. */
const createControls = (deps: Deps, report: (error: unknown) => void): Express => {
  const app = express().disable('x-powered-by').disable('etag');
  app.use(healthRoutes({ ready: async () => [], registry: deps.metrics.registry }));
  app.use(pageRoutes(deps.log, deps.stream), messageRoutes(deps.log));
  app.use(faultRoutes(deps.faults), callbackRoutes(deps.callbacks), stateRoutes(deps.state, deps.callbacks));
  app.get('/', (_req, res) => res.redirect('/sandbox'));
  app.use((_req, res) =>
    sendProblem(res, 'not_found', 'The sandbox has no such endpoint; /sandbox shows what it has.'),
  );
  return app.use(answerProblems(report));
};

type Closer = () => Promise<void> | void;

/** Starts the two servers that are not HTTP/1.1. What has started is in `closers`, also if the next one fails. */
const startOthers = async (deps: EndpointDeps, vendorDeps: VendorDeps, options: SandboxOptions, closers: Closer[]) => {
  const { host, apnsPort = 0, smtpPort = 0, log } = options;
  const report = (error: unknown) => log?.error({ err: error }, 'a request failed');
  const apnsPlace = { host, port: apnsPort, variable: 'SANDBOX_APNS_PORT' };
  const apns = await startApnsServer(deps, createApns(vendorDeps), apnsPlace, report);
  closers.push(apns.close);
  const smtp = await startSmtp(deps, { host, port: smtpPort, variable: 'SANDBOX_SMTP_PORT' }, report);
  closers.push(smtp.close);
  return { apnsPort: apns.port, smtpPort: smtp.port };
};

/**
 * Starts the provider sandbox: servers that speak the providers' own protocols, remember what they accepted, call
 * back, and misbehave on demand. Everything is in memory. `close` ends kept-open responses and callbacks at once.
 */
export const startSandbox = async (options: SandboxOptions): Promise<RunningSandbox> => {
  const { host, port, log, random = Math.random, now = Date.now } = options;
  const { callbacksUrl = DEFAULT_CALLBACKS_URL, callbacks: initial = {} } = options;
  const { twilioAuthToken = TWILIO_AUTH_TOKEN, whatsappAppSecret = WHATSAPP_APP_SECRET } = options;
  let sandboxUrl = '';
  const open = createOpenResponses();
  const changed = () => stream.changed();
  const messages = createMessageLog({ keepBodies: KEEP_BODIES, keepBytes: KEEP_BYTES, changed });
  const faults = createFaultList({ random, changed });
  const signing = { twilioAuthToken, whatsappAppSecret };
  const where = { url: callbacksUrl, sandboxUrl: () => sandboxUrl };
  const callbacks = createCallbacks({ ...where, ...signing, initial, random, now, changed });
  const state = createVendorState(now);
  const vendorDeps = { log: messages, now, ...state };
  const vendors = VENDORS.map((create) => create(vendorDeps));
  const stream = createLiveStream(open, () => ({
    ...messages.tally(),
    providers: PROVIDER_NAMES,
    faults: faults.list(),
    callbacks: callbacks.list(),
    callbacksUrl,
  }));
  const metrics = createMetrics(SANDBOX_METRICS, { region: '', app: 'sandbox' });
  const deps = { log: messages, faults, callbacks, metrics, now, stream, state, open, maxBytes: MAX_REQUEST_BYTES };
  const report = (error: unknown) => log?.error({ err: error }, 'a request failed');
  const handler = vendorEndpoints(deps, vendors, createControls(deps, report), report);
  const listening = await listen(handler, { host, port, variable: 'SANDBOX_PORT' });
  sandboxUrl = listening.url;
  const closers: Closer[] = [listening.close, callbacks.close, open.dropAll];
  const close = async () => void (await Promise.all(closers.map((end) => end())));
  try {
    const others = await startOthers(deps, vendorDeps, options, closers);
    const apnsUrl = listening.url.replace(/:\d+$/, `:${others.apnsPort}`);
    log?.info({ url: listening.url, apnsUrl, smtpPort: others.smtpPort, callbacksUrl }, 'provider sandbox listening');
    return { name: 'sandbox', url: listening.url, apnsUrl, smtpPort: others.smtpPort, close };
  } catch (error) {
    await close();
    throw error;
  }
};
