import { settingsSchema } from '@crier/domain';
import { expect, it, onTestFinished } from 'vitest';
import { PUSH_MAKERS } from './makers.js';
import { push } from './push-message.test-support.js';
import { browser, settings as webpush } from './webpush-endpoint.test-support.js';

const vapid = webpush().vapid;
const settingsOf = (NODE_ENV: string) =>
  settingsSchema.parse({
    NODE_ENV,
    DATABASE_URL: 'postgres://127.0.0.1/crier',
    REDIS_URL: 'redis://127.0.0.1',
    VAPID_SUBJECT: vapid?.subject,
    VAPID_PUBLIC_KEY: vapid?.publicKey,
    VAPID_PRIVATE_KEY: vapid?.privateKey,
    FCM_TIMEOUT_MS: '1000',
    APNS_TIMEOUT_MS: '2000',
    WEBPUSH_TIMEOUT_MS: '3000',
  });

const make = (name: keyof typeof PUSH_MAKERS, NODE_ENV = 'development') => {
  const deps = { sockets: 1, nowMs: () => 1_796_000_000_000 };
  const provider = PUSH_MAKERS[name](settingsOf(NODE_ENV), deps);
  onTestFinished(provider.close);
  return provider;
};

it.each([
  ['fcm', 1_000],
  ['apns', 2_000],
  ['webpush', 3_000],
] as const)('%s is made under its own name, with its own timeout', (name, timeoutMs) => {
  expect(make(name)).toMatchObject({ name, timeoutMs });
});

it.each(['fcm', 'apns'] as const)('R-4.7 %s without an account says so, instead of not being made', async (name) => {
  const answer = await make(name).send(push(), AbortSignal.timeout(1_000));
  expect(answer).toMatchObject({ failure: 'configuration', code: 'no_credentials' });
});

it.each([
  ['production', 'bad_endpoint'],
  ['development', 'ECONNREFUSED'],
])('only outside production is a private endpoint called: %s', async (environment, code) => {
  const token = browser.subscription('https://127.0.0.1:1/x');
  const answer = await make('webpush', environment).send(push({ token }), AbortSignal.timeout(1_000));
  expect(answer).toMatchObject({ kind: 'refused', code });
});
