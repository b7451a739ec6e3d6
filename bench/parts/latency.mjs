import { Agent, request } from 'node:http';
import { freePort } from '@crier/services';
import { startChild } from '../lib/child.mjs';
import { freshEvent } from '../lib/event.mjs';
import { percentile } from '../lib/numbers.mjs';

const KEY = 'crier-dev-key';
const PER_SECOND = 100;

/** The fleet as separate processes on free ports, with the sandbox as the provider. */
const startFleet = async (databaseUrl, redisUrl) => {
  const ports = Object.fromEntries(
    await Promise.all(
      ['sandbox', 'intake', 'relay', 'router', 'scheduler', 'sender'].map(async (app) => [app, await freePort()]),
    ),
  );
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CRIER_API_KEY: KEY,
    INTAKE_PORT: String(ports.intake),
    SANDBOX_PORT: String(ports.sandbox),
    SES_ENDPOINT: `http://127.0.0.1:${ports.sandbox}/ses`,
    EMAIL_PROVIDERS: 'ses',
    SES_RATE_PER_SECOND: '1000',
    AWS_ACCESS_KEY_ID: 'sandbox',
    AWS_SECRET_ACCESS_KEY: 'sandbox',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
  const children = [];
  for (const [app, port] of Object.entries(ports))
    children.push(
      await startChild(
        `apps/${app}/dist/main.js`,
        { ...env, HEALTH_PORT: String(port) },
        `http://127.0.0.1:${port}/readyz`,
      ),
    );
  return {
    intake: `http://127.0.0.1:${ports.intake}`,
    sandbox: `http://127.0.0.1:${ports.sandbox}`,
    stop: () => Promise.all(children.map((child) => child.stop())),
  };
};

const agent = new Agent({ keepAlive: true });

/** One POST, as light as Node can make it: the generator shares the machine with what it measures. */
const post = (url, body) =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const req = request(url, { method: 'POST', agent, headers }, (res) => {
      res.resume();
      res.once('end', () =>
        res.statusCode === 202 ? resolve() : reject(new Error(`intake answered ${res.statusCode}`)),
      );
    });
    req.once('error', reject);
    req.end(body);
  });

/** Posts at a fixed pace whatever the answers take (open loop), each event stamped when it was due to be sent. */
const postAtPace = async (url, seconds, scheduledAt) => {
  const began = Date.now() + 100;
  const posts = [];
  for (let i = 0; i < seconds * PER_SECOND; i++) {
    const due = began + (i * 1000) / PER_SECOND;
    const wait = due - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const event = freshEvent();
    scheduledAt.set(event.recipients[0].email, due);
    posts.push(post(`${url}/v1/events`, JSON.stringify(event)));
  }
  await Promise.all(posts);
};

const arrivals = async (url, count) => {
  for (let tries = 0; tries < 300; tries++) {
    const { total } = await (await fetch(`${url}/sandbox/counts?by=key`)).json();
    if (total >= count) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { messages } = await (await fetch(`${url}/sandbox/messages?limit=1000`)).json();
  return messages;
};

/** from the scheduled POST to the provider's call at 100 events a second, in ms. */
export const latency = async ({ databaseUrl, redisUrl, short, say }) => {
  const seconds = short ? 5 : 10;
  const fleet = await startFleet(databaseUrl, redisUrl);
  try {
    // A service that has run for a while is what is measured: the first thousands of events only warm the engine up.
    const warmUp = short ? 15 : 40;
    await postAtPace(fleet.intake, warmUp, new Map());
    await arrivals(fleet.sandbox, warmUp * PER_SECOND);
    await fetch(`${fleet.sandbox}/sandbox/messages`, { method: 'DELETE' });
    const scheduledAt = new Map();
    await postAtPace(fleet.intake, seconds, scheduledAt);
    const messages = await arrivals(fleet.sandbox, seconds * PER_SECOND);
    const times = messages.flatMap((m) =>
      scheduledAt.has(m.to) ? [new Date(m.at).getTime() - scheduledAt.get(m.to)] : [],
    );
    if (times.length < seconds * PER_SECOND)
      throw new Error(`${times.length} of ${seconds * PER_SECOND} messages arrived`);
    const row = (p, target) => {
      const ours = percentile(times, p);
      return {
        name: `R-9.3 latency p${p * 100}`,
        ours,
        ceiling: target,
        unit: 'ms',
        ratio: ours / target,
        target: 1,
        better: 'lower',
      };
    };
    say(`  p50 ${percentile(times, 0.5)} ms  p95 ${percentile(times, 0.95)} ms  p99 ${percentile(times, 0.99)} ms`);
    return [row(0.5, 20), row(0.95, 50)];
  } finally {
    await fleet.stop();
  }
};
