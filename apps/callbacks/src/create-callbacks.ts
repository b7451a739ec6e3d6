import type { NewSuppression, RecordedEvent } from '@crier/db';
import type { METRICS, ProviderEvent, Settings } from '@crier/domain';
import { type Clock, healthRoutes, type Logger, type Metrics } from '@crier/runtime';
import express, { type Express } from 'express';
import type { FetchText } from './http/fetch-text.js';
import { notFound, problemHandler } from './http/problem-handler.js';
import { createKeyStore } from './keys/key-store.js';
import { sandboxKeysOf } from './keys/sandbox-keys.js';
import { createRecordEvents } from './record-events.js';
import { createRecordWishes } from './record-wishes.js';
import { sendgridRoute } from './routes/sendgrid.js';
import { sesRoute } from './routes/ses.js';
import { twilioRoute } from './routes/twilio.js';
import { whatsappRoute } from './routes/whatsapp.js';
import { readSendgridKey } from './sendgrid/verify-sendgrid.js';
import { suppressionOf } from './suppressions-of.js';
import type { Wish } from './vendors/stop-words.js';
import { within } from './within.js';

export interface CallbacksOptions {
  /** Whom to believe. */
  readonly settings: Settings;
  /** Records events and answers for each, in order: `recordCallbacks` of the database. */
  readonly record: (events: readonly ProviderEvent[]) => Promise<readonly RecordedEvent[]>;
  readonly suppress: (items: readonly NewSuppression[]) => Promise<unknown>;
  /** Takes addresses off the list that their owners had put there: of this channel, before this instant. */
  readonly resume: (wishes: readonly Wish[]) => Promise<unknown>;
  /** Resolves when the database answers. */
  readonly probe: () => Promise<unknown>;
  /** How long a silent PostgreSQL is waited for before the provider gets its 503, in ms. */
  readonly storageTimeoutMs: number;
  readonly fetchText: FetchText;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics<typeof METRICS>;
}

const topicsOf = (list: string | undefined): ReadonlySet<string> =>
  new Set((list ?? '').split(',').flatMap((topic) => topic.trim() || []));

/**
 * The HTTP door for providers: believes what is signed, records what became of a message, sends nothing. Throws ConfigError
 * for a key that is none.
 */
export const createCallbacks = (options: CallbacksOptions): Express => {
  const { settings, fetchText, log, metrics, storageTimeoutMs: timeoutMs } = options;
  const sandbox = sandboxKeysOf(settings);
  const keys = createKeyStore({ fetchText, monotonicMs: options.clock.monotonicMs });
  const record = createRecordEvents({ record: options.record, suppress: options.suppress, timeoutMs, metrics });
  const recordWishes = createRecordWishes({
    stop: (wishes) => options.suppress(wishes.map(suppressionOf)),
    start: options.resume,
    timeoutMs,
  });
  const topics = topicsOf(settings.SES_SNS_TOPIC_ARNS);
  const publicKey = readSendgridKey(settings.SENDGRID_WEBHOOK_PUBLIC_KEY);
  const ready = () =>
    within(options.probe(), timeoutMs, () => new Error('silent')).then(
      () => [],
      () => ['postgres does not answer'],
    );

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(healthRoutes({ ready, registry: metrics.registry }));
  app.use((_req, res, next) => {
    res.once('finish', () => metrics.count('crier_requests_total', { status: String(res.statusCode) }));
    next();
  });
  app.use(sesRoute({ trust: { keys, topics, sandbox }, fetchText, record, log }));
  app.use(sendgridRoute({ trust: { keys, publicKey, sandbox }, record }));
  const { TWILIO_AUTH_TOKEN: authToken, PUBLIC_URL_CALLBACKS: publicUrl } = settings;
  app.use(twilioRoute({ authToken, publicUrl, record, recordWishes, clock: options.clock }));
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = settings;
  app.use(whatsappRoute({ appSecret, verifyToken, record, recordWishes }));
  app.use(notFound);
  app.use(problemHandler(log));
  return app;
};
