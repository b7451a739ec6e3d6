import { z } from 'zod';
import { CHANNELS } from '../channel.js';
import { isLocale, isTimezone } from '../event/envelope.js';
import { LANES } from '../lane.js';
import { alertSettings } from './alert-settings.js';
import { backlogSettings } from './backlog-settings.js';
import { documentSettings } from './document-settings.js';
import { emailSettings } from './email-settings.js';
import { choices, int, optionalText, port, secrets, urlText } from './fields.js';
import { inboxSettings } from './inbox-settings.js';
import { mailDomainSettings } from './mail-domain-settings.js';
import { HTTP } from './provider-settings.js';
import { pushSettings } from './push-settings.js';
import { repairSettings } from './repair-settings.js';
import { smsSettings } from './sms-settings.js';
import { whatsappSettings } from './whatsapp-settings.js';

const POSTGRES = ['postgres:', 'postgresql:'] as const;
const zone = (about: string) =>
  z.string().default('UTC').refine(isTimezone, 'must be an IANA time zone such as Asia/Kathmandu').describe(about);

/** Every environment variable of every app, in one place. `.env.example` is tested against it. */
export const settingsSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses development defaults'),
  DATABASE_URL: urlText(POSTGRES).describe('PostgreSQL 15 or newer'),
  DATABASE_DIRECT_URL: urlText(POSTGRES)
    .optional()
    .describe('For LISTEN and migrations, past a transaction-mode pooler; default DATABASE_URL'),
  REDIS_URL: urlText(['redis:', 'rediss:']).describe('Redis 6.2 or newer, maxmemory-policy noeviction'),
  BIND_HOST: z.string().default('127.0.0.1').describe('Address that every server binds'),
  INTAKE_PORT: port(3000, 'Port of intake'),
  CALLBACKS_PORT: port(3001, 'Port of callbacks, where providers report'),
  INBOX_PORT: port(3002, 'Port of inbox, for end users: inbox, preferences, unsubscribe, documents'),
  BOARD_PORT: port(3003, 'Port of the board'),
  HEALTH_PORT: port(
    3010,
    'Health and metrics of an app without a port of its own; in the all-in-one the first of a row',
  ),
  SANDBOX_PORT: port(3900, 'Port of the provider sandbox'),
  SANDBOX_APNS_PORT: port(3901, 'Port of APNs in the provider sandbox: HTTP/2 without TLS'),
  SANDBOX_SMTP_PORT: port(3902, 'Port of SMTP in the provider sandbox'),
  POSTGRES_PORT: port(3054, 'Port of the embedded PostgreSQL of npm start'),
  REDIS_PORT: port(3063, 'Port of the local Redis of npm start'),
  CRIER_API_KEY: optionalText(
    'A live API key for development (npm start: crier-dev-key); refused in production, where keys come from crier keys create',
  ),
  CRIER_LINK_SECRET: secrets('Secrets that sign sessions and links, comma-separated: the first signs, all verify'),
  CRIER_ENCRYPTION_KEY: secrets(
    'Keys that encrypt push tokens at rest, comma-separated: the first encrypts, all decrypt',
  ),
  BOARD_USER: z.string().default('admin').describe('Operator of the board'),
  BOARD_PASSWORD: z
    .string()
    .default('admin')
    .describe('Password of the operator; the default is refused in production'),
  BOARD_VIEWER_USER: optionalText('Read-only user of the board'),
  BOARD_VIEWER_PASSWORD: optionalText('Password of the read-only user'),
  PUBLIC_URL_BOARD: urlText(HTTP).default('http://127.0.0.1:3003').describe('Where people reach the board'),
  PUBLIC_URL_CALLBACKS: urlText(HTTP).default('http://127.0.0.1:3001').describe('Where providers reach callbacks'),
  PUBLIC_URL_INBOX: urlText(HTTP).default('http://127.0.0.1:3002').describe('Where end users reach inbox'),
  ...inboxSettings,
  CALLBACK_TRUST_SANDBOX: z
    .enum(['0', '1'])
    .default('0')
    .describe('1 = believe callbacks that the sandbox signed with its own key; refused in production'),
  SES_SNS_TOPIC_ARNS: optionalText('SNS topics whose messages callbacks believes, comma-separated'),
  SENDGRID_WEBHOOK_PUBLIC_KEY: optionalText(
    'Public key of SendGrid’s signed event webhook, as its settings page shows it',
  ),
  OPS_CHAT_WEBHOOK_URL: urlText(HTTP).optional().describe('Incoming webhook of the ops team’s chat'),
  OPS_CHAT_KIND: z
    .enum(['slack', 'teams', 'google', 'mattermost'], { error: 'must be one of: slack, teams, google, mattermost' })
    .default('slack')
    .describe('Whose format the chat speaks'),
  ...alertSettings,
  ...backlogSettings,
  ...repairSettings,
  OCCURRED_AT_MAX_AGE_DAYS: int(400, 'How far back occurredAt may lie, in days', 1),
  DEFAULT_LOCALE: z
    .string()
    .default('en')
    .refine(isLocale, 'must be a BCP 47 language tag')
    .describe('Locale of recipients without one'),
  DEFAULT_TIMEZONE: zone('Time zone of recipients without one'),
  TEMPLATES_DIR: optionalText('Folder of the notification types; default templates/ of the installation'),
  SENDER_CHANNEL: z.enum(CHANNELS).default('email').describe('Channel that this sender serves'),
  SENDER_LANES: choices('lane', LANES, LANES, 'Lanes that this sender serves'),
  SENDER_CONCURRENCY_CRITICAL: int(50, 'Deliveries in flight in the critical lane', 1),
  SENDER_CONCURRENCY_TRANSACTIONAL: int(50, 'Deliveries in flight in the transactional lane', 1),
  SENDER_CONCURRENCY_BULK: int(50, 'Deliveries in flight in the bulk lane', 1),
  ...documentSettings,
  ROUTER_LANES: choices('lane', LANES, LANES, 'Lanes that this router serves'),
  ...emailSettings,
  ...smsSettings,
  ...whatsappSettings,
  ...pushSettings,
  ...mailDomainSettings,
  PROVIDER_PROBE_MS: int(
    30_000,
    'How often a provider that refuses our credentials is tried with one message, in ms',
    1,
  ),
  BREAKER_PROBES: int(1, 'Calls that a half-open breaker lets through at once', 1),
  RETRY_ATTEMPTS: int(6, 'Attempts of a delivery, the first included', 1, 1_000),
  RETRY_BASE_MS: int(30_000, 'Jitter window before the first retry, in ms; doubles with each', 1),
  RETRY_CAP_MS: int(480_000, 'Largest jitter window, in ms', 1),
  CLAIM_LEASE_MS: int(5_000, 'Lease of a delivery that is being sent, in ms', 1_500),
  RECONCILE_WINDOW_MS: int(
    900_000,
    'How long an unknown outcome waits for proof before the type’s policy decides, in ms',
  ),
  SWEEP_INTERVAL_MS: int(10_000, 'How often the keeper looks at everything that is due, in ms', 50),
  SHUTDOWN_GRACE_MS: int(25_000, 'How long work in flight may take after SIGTERM, in ms', 100),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of: trace, debug, info, warn, error, fatal, silent',
    })
    .default('info')
    .describe('Least level that is logged'),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlText(HTTP)
    .optional()
    .describe('OpenTelemetry collector that traces go to, as http://127.0.0.1:4318; default: no traces'),
  REGION: z.string().default('').describe('Constant label of every metric'),
});
export type Settings = z.infer<typeof settingsSchema>;
