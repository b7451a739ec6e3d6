import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { API_KEY, fleetEnvironment } from './fleet-environment.mjs';
import { superviseApp } from './supervised-app.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const mainOf = (folder) => join(ROOT, 'apps', folder, 'dist/main.js');
/** Ends an app whose launcher is gone before it has started. */
const END_WITH_LAUNCHER = new URL('../apps/standalone/dist/end-with-launcher.js', import.meta.url).href;
const READY_WITHIN_MS = 90_000;

const sender = (channel, short) => ({
  role: `sender-${channel}`,
  folder: 'sender',
  variable: 'HEALTH_PORT',
  env: { SENDER_CHANNEL: channel },
  count: 2,
  short,
});

/** How many processes of each app there are. */
const ROLES = [
  { role: 'intake', variable: 'INTAKE_PORT', count: 2, short: 2 },
  { role: 'relay', variable: 'HEALTH_PORT', count: 2, short: 1 },
  { role: 'router', variable: 'HEALTH_PORT', count: 2, short: 1 },
  { role: 'documents', variable: 'HEALTH_PORT', count: 2, short: 1 },
  sender('email', 2),
  sender('sms', 1),
  sender('whatsapp', 1),
  sender('push', 1),
  sender('inapp', 1),
  { role: 'scheduler', variable: 'HEALTH_PORT', count: 2, short: 1 },
  { role: 'callbacks', variable: 'CALLBACKS_PORT', count: 1, short: 1 },
];

const rolesFor = (channels) => ROLES.filter(({ env }) => env === undefined || channels.includes(env.SENDER_CHANNEL));

/** Waits until `url` answers 200. */
const ready = async ({ name, url, logDir, signal }) => {
  for (const began = Date.now(); ; await sleep(100, undefined, { signal })) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() - began > READY_WITHIN_MS)
      throw new Error(`${name} was not ready at ${url}; its words are in ${join(logDir, `${name}.log`)}`);
  }
};

/**
 * Starts the sandbox and every app, several processes of most, a sender for each of these channels, and waits until all are
 * ready. `nextPort` gives a free port at each call. The sandbox is the oracle: it is in no list of targets. Throws when one
 * does not become ready.
 */
export const startFleet = async ({ services, logDir, documentsDir, channels, short, nextPort, signal }) => {
  const [sandboxPort, apnsPort, smtpPort, callbacksPort] = [
    await nextPort(),
    await nextPort(),
    await nextPort(),
    await nextPort(),
  ];
  const [sandboxUrl, apnsUrl, callbacksUrl] = [sandboxPort, apnsPort, callbacksPort].map(
    (port) => `http://127.0.0.1:${port}`,
  );
  const environment = fleetEnvironment({ ...services, sandboxUrl, apnsUrl, callbacksUrl, documentsDir });
  const start = (name, role, folder, own) =>
    superviseApp({
      name,
      role,
      args: ['--import', END_WITH_LAUNCHER, mainOf(folder)],
      env: { ...environment, ...own },
      logFile: join(logDir, `${name}.log`),
    });

  const sandbox = start('sandbox', 'sandbox', 'sandbox', {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_APNS_PORT: String(apnsPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  });
  const apps = [];
  const intakes = [];
  const urls = [['sandbox', sandboxUrl]];
  for (const { role, folder = role, variable, env, ...size } of rolesFor(channels)) {
    for (let n = 1; n <= (short ? size.short : size.count); n++) {
      const port = role === 'callbacks' ? callbacksPort : await nextPort();
      apps.push(start(`${role}-${n}`, role, folder, { ...env, [variable]: String(port) }));
      urls.push([`${role}-${n}`, `http://127.0.0.1:${port}`]);
      if (role === 'intake') intakes.push(`http://127.0.0.1:${port}`);
    }
  }
  const end = () => {
    for (const app of [...apps, sandbox]) app.end();
  };
  try {
    await Promise.all(urls.map(([name, url]) => ready({ name, url: `${url}/readyz`, logDir, signal })));
  } catch (error) {
    end();
    throw error;
  }
  return {
    apps,
    sandbox,
    intakes,
    sandboxUrl,
    callbacksUrl,
    reconcileWindowMs: Number(environment.RECONCILE_WINDOW_MS),
    apiKey: API_KEY,
    end,
    /** Drains every app but the sandbox; returns those that did not end with 0. */
    stopApps: async () => {
      const ends = await Promise.all(apps.map(async (app) => ({ name: app.name, status: await app.stop() })));
      return ends.filter(({ status }) => status !== 0);
    },
  };
};
