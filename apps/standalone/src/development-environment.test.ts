import { CHANNELS, channelProblems, settingsProblems, settingsSchema, windowProblems } from '@crier/domain';
import { expect, it } from 'vitest';
import { DEVELOPMENT_DEFAULTS, developmentAddresses } from './development-environment.js';
import { developmentKeys } from './development-keys.js';

const at = {
  sandboxUrl: 'http://127.0.0.1:3900',
  callbacksUrl: 'http://127.0.0.1:3001',
  boardUrl: 'http://127.0.0.1:3003',
  inboxUrl: 'http://127.0.0.1:3002',
  apnsUrl: 'http://127.0.0.1:3901',
};

it('is an environment that the apps accept, each of its variables included', () => {
  const addresses = developmentAddresses({ ...at, sesEndpoint: undefined });
  expect(addresses.OPS_CHAT_WEBHOOK_URL).toBe('http://127.0.0.1:3900/chat/ops');
  const ours = { ...DEVELOPMENT_DEFAULTS, ...developmentKeys(), ...addresses };
  const settings = settingsSchema.parse({ DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h', ...ours });
  expect(settingsProblems(settings)).toEqual([]);
  for (const channel of CHANNELS) {
    expect(channelProblems(settings, channel)).toEqual([]);
    expect(windowProblems(settings, channel)).toEqual([]);
  }
  for (const name of Object.keys(ours).filter((each) => !each.startsWith('AWS_')))
    expect(settingsSchema.shape).toHaveProperty(name);
});

it('is what the contract promises', () => {
  const settings = settingsSchema.partial().parse(DEVELOPMENT_DEFAULTS);
  expect(settings).toMatchObject({
    CRIER_API_KEY: 'crier-dev-key',
    RETRY_BASE_MS: 1_000,
    SES_TIMEOUT_MS: 3_000,
    SENDGRID_TIMEOUT_MS: 3_000,
    SES_RATE_PER_SECOND: 1_000,
    SENDGRID_RATE_PER_SECOND: 1_000,
    SES_BREAKER_COOLDOWN_MS: 3_000,
    PROVIDER_PROBE_MS: 2_000,
    RECONCILE_WINDOW_MS: 15_000,
    SWEEP_INTERVAL_MS: 2_000,
  });
});

it('makes up credentials for endpoints on this machine and never for one elsewhere', () => {
  const credentials = (sesEndpoint: string | undefined) =>
    developmentAddresses({ ...at, sesEndpoint }).AWS_ACCESS_KEY_ID;
  expect(credentials(undefined)).toBeDefined();
  expect(credentials('http://localhost:4566')).toBeDefined();
  expect(credentials('https://email.eu-west-1.amazonaws.com')).toBeUndefined();
});
