const PROVIDERS = ['SES', 'SENDGRID', 'SMTP', 'TWILIO', 'SNS', 'WHATSAPP_CLOUD', 'FCM', 'APNS', 'WEBPUSH'];

const forEachProvider = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    PROVIDERS.flatMap((provider) => Object.entries(variables).map(([name, value]) => [`${provider}_${name}`, value])),
  );

/** What `npm start` sets outside production where the environment says nothing (contract, "Environment"). */
export const DEVELOPMENT_DEFAULTS: Readonly<Record<string, string>> = {
  CRIER_API_KEY: 'crier-dev-key',
  CRIER_LINK_SECRET: 'crier-dev-link-secret',
  CRIER_ENCRYPTION_KEY: 'crier-dev-encryption-key',
  RETRY_BASE_MS: '1000',
  ...forEachProvider({ TIMEOUT_MS: '3000', RATE_PER_SECOND: '1000', BREAKER_COOLDOWN_MS: '3000' }),
  SENDGRID_API_KEY: 'sandbox',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
  TWILIO_FROM: '+15005550006',
  WHATSAPP_TOKEN: 'sandbox',
  WHATSAPP_PHONE_ID: '100000000000000',
  WHATSAPP_APP_SECRET: 'sandbox-whatsapp-secret',
  WHATSAPP_VERIFY_TOKEN: 'sandbox',
  RECONCILE_WINDOW_MS: '15000',
  SWEEP_INTERVAL_MS: '2000',
  PROVIDER_PROBE_MS: '2000',
  CALLBACK_TRUST_SANDBOX: '1',
};

/** The SDK signs whatever it sends. */
const SANDBOX_CREDENTIALS: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: 'sandbox',
  AWS_SECRET_ACCESS_KEY: 'sandbox',
};

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Where providers and people go in development. Credentials are made up only where no real SES can see them: an endpoint
 * elsewhere is reached with the machine's own.
 */
export const developmentAddresses = (at: {
  sandboxUrl: string;
  boardUrl: string;
  callbacksUrl: string;
  inboxUrl: string;
  apnsUrl: string;
  /** SES_ENDPOINT as given; undefined = the sandbox. */
  sesEndpoint: string | undefined;
}): Record<string, string> => ({
  SES_ENDPOINT: `${at.sandboxUrl}/ses`,
  SENDGRID_BASE_URL: `${at.sandboxUrl}/sendgrid`,
  TWILIO_BASE_URL: `${at.sandboxUrl}/twilio`,
  SNS_ENDPOINT: `${at.sandboxUrl}/sns`,
  WHATSAPP_BASE_URL: `${at.sandboxUrl}/whatsapp`,
  FCM_BASE_URL: `${at.sandboxUrl}/fcm`,
  FCM_TOKEN_URL: `${at.sandboxUrl}/fcm/token`,
  APNS_BASE_URL: at.apnsUrl,
  PUBLIC_URL_INBOX: at.inboxUrl,
  PUBLIC_URL_BOARD: at.boardUrl,
  PUBLIC_URL_CALLBACKS: at.callbacksUrl,
  OPS_CHAT_WEBHOOK_URL: `${at.sandboxUrl}/chat/ops`,
  ...(at.sesEndpoint === undefined || LOOPBACK.has(new URL(at.sesEndpoint).hostname) ? SANDBOX_CREDENTIALS : {}),
});
