export const API_KEY = 'crier-dev-key';

const forEachProvider = (variables) =>
  Object.fromEntries(
    ['SES', 'SENDGRID'].flatMap((p) => Object.entries(variables).map(([name, value]) => [`${p}_${name}`, value])),
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

/** The environment of every app of a fleet on these services. */
export const fleetEnvironment = ({ databaseUrl, redisUrl, sandboxUrl, callbacksUrl }) => ({
  ...DEFAULTS,
  ...process.env,
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  REDIS_URL: redisUrl,
  BIND_HOST: '127.0.0.1',
  CRIER_API_KEY: API_KEY,
  CRIER_LINK_SECRET: 'chaos',
  SENDER_CHANNEL: 'email',
  SES_ENDPOINT: `${sandboxUrl}/ses`,
  AWS_ACCESS_KEY_ID: 'sandbox',
  AWS_SECRET_ACCESS_KEY: 'sandbox',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  SENDGRID_API_KEY: 'sandbox',
  SENDGRID_BASE_URL: `${sandboxUrl}/sendgrid`,
  PUBLIC_URL_CALLBACKS: callbacksUrl,
  CALLBACK_TRUST_SANDBOX: '1',
});
