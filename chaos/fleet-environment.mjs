import { CHANNELS } from '@crier/domain';
import { providersOf } from './providers.mjs';
import { pushKeys } from './push-keys.mjs';

export const API_KEY = 'crier-dev-key';

const prefixOf = (provider) => provider.toUpperCase().replaceAll('-', '_');

const forEachProvider = (variables) =>
  Object.fromEntries(
    providersOf(CHANNELS).flatMap((provider) =>
      Object.entries(variables).map(([name, value]) => [`${prefixOf(provider)}_${name}`, value]),
    ),
  );

/** Times as short as those of `npm start`, so that a run of minutes sees every wait end; the environment may say otherwise. */
const DEFAULTS = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  CLAIM_LEASE_MS: '5000',
  RECONCILE_WINDOW_MS: '15000',
  RETRY_BASE_MS: '1000',
  SWEEP_INTERVAL_MS: '2000',
  PROVIDER_PROBE_MS: '2000',
  ...forEachProvider({ TIMEOUT_MS: '3000', RATE_PER_SECOND: '1000', BREAKER_COOLDOWN_MS: '3000' }),
  SENDER_CONCURRENCY_CRITICAL: '20',
  SENDER_CONCURRENCY_TRANSACTIONAL: '20',
  SENDER_CONCURRENCY_BULK: '10',
  EMAIL_PROVIDERS: 'ses,sendgrid',
};

/** What the sandbox takes for credentials; Twilio's and Meta's sign its callbacks too. */
const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'sandbox',
  AWS_SECRET_ACCESS_KEY: 'sandbox',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  SENDGRID_API_KEY: 'sandbox',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
  TWILIO_FROM: '+15005550006',
  WHATSAPP_TOKEN: 'sandbox',
  WHATSAPP_PHONE_ID: '100000000000000',
  WHATSAPP_APP_SECRET: 'sandbox-whatsapp-secret',
  WHATSAPP_VERIFY_TOKEN: 'sandbox',
};

/** The environment of every app of a fleet on these services. */
export const fleetEnvironment = ({ databaseUrl, redisUrl, sandboxUrl, apnsUrl, callbacksUrl, documentsDir }) => ({
  ...DEFAULTS,
  ...process.env,
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  REDIS_URL: redisUrl,
  BIND_HOST: '127.0.0.1',
  CRIER_API_KEY: API_KEY,
  CRIER_LINK_SECRET: 'chaos',
  CRIER_ENCRYPTION_KEY: 'chaos',
  DOCUMENT_DIR: documentsDir,
  ...CREDENTIALS,
  ...pushKeys(),
  SES_ENDPOINT: `${sandboxUrl}/ses`,
  SENDGRID_BASE_URL: `${sandboxUrl}/sendgrid`,
  TWILIO_BASE_URL: `${sandboxUrl}/twilio`,
  SNS_ENDPOINT: `${sandboxUrl}/sns`,
  WHATSAPP_BASE_URL: `${sandboxUrl}/whatsapp`,
  FCM_BASE_URL: `${sandboxUrl}/fcm`,
  FCM_TOKEN_URL: `${sandboxUrl}/fcm/token`,
  APNS_BASE_URL: apnsUrl,
  PUBLIC_URL_CALLBACKS: callbacksUrl,
  CALLBACK_TRUST_SANDBOX: '1',
});
