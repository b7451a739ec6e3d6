import { freePort } from '@crier/services';
import { startChild } from './child.mjs';

const APPS = ['sandbox', 'intake', 'relay', 'router', 'scheduler'];

const SANDBOX_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'sandbox',
  AWS_SECRET_ACCESS_KEY: 'sandbox',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  SENDGRID_API_KEY: 'sandbox',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'sandbox',
  TWILIO_FROM: '+15005550006',
};

/** The key that posts to a fleet. */
export const KEY = 'crier-dev-key';

/**
 * The fleet as separate processes on free ports, a sender for each of these channels, with the sandbox as every provider.
 * `env` goes to all of them. `pids` by app, a sender's by its channel.
 */
export const startFleet = async ({ databaseUrl, redisUrl, channels, env: own }) => {
  const members = [
    ...APPS.map((app) => ({ app })),
    ...channels.map((channel) => ({ app: 'sender', env: { SENDER_CHANNEL: channel } })),
  ];
  const ports = await Promise.all(members.map(() => freePort()));
  const urlOf = (app) => `http://127.0.0.1:${ports[members.findIndex((member) => member.app === app)]}`;
  const sandbox = urlOf('sandbox');
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CRIER_API_KEY: KEY,
    ...SANDBOX_CREDENTIALS,
    SES_ENDPOINT: `${sandbox}/ses`,
    SENDGRID_BASE_URL: `${sandbox}/sendgrid`,
    TWILIO_BASE_URL: `${sandbox}/twilio`,
    SANDBOX_APNS_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    ...own,
  };
  const children = [];
  for (const [n, { app, env: its }] of members.entries()) {
    const port = String(ports[n]);
    const variables = { HEALTH_PORT: port, INTAKE_PORT: port, SANDBOX_PORT: port };
    const url = `http://127.0.0.1:${port}/readyz`;
    children.push(await startChild(`apps/${app}/dist/main.js`, { ...env, ...its, ...variables }, url));
  }
  return {
    intake: urlOf('intake'),
    sandbox,
    pids: Object.fromEntries(members.map(({ app, env: its }, n) => [its?.SENDER_CHANNEL ?? app, children[n].pid])),
    stop: () => Promise.all(children.map((child) => child.stop())),
  };
};
