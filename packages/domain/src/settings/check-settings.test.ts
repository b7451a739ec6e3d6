import { describe, expect, it } from 'vitest';
import { settingsProblems } from './check-settings.js';
import { settingsSchema } from './settings.js';

const problems = (env: Readonly<Record<string, string | undefined>>): string[] =>
  settingsProblems(settingsSchema.parse({ DATABASE_URL: 'postgres://db/crier', REDIS_URL: 'redis://cache', ...env }));
const production = (env: Readonly<Record<string, string | undefined>> = {}): string[] =>
  problems({
    NODE_ENV: 'production',
    BOARD_PASSWORD: 'correct horse',
    CRIER_LINK_SECRET: 'battery staple',
    CRIER_ENCRYPTION_KEY: 'k'.repeat(32),
    EMAIL_FROM: 'crier@example.org',
    SENDGRID_API_KEY: 'SG.own',
    ...env,
  });

/** Somebody who reaches devices. */
const PUSH = {
  PUSH_PROVIDERS: 'webpush',
  VAPID_PUBLIC_KEY: 'p',
  VAPID_PRIVATE_KEY: 'k',
  VAPID_SUBJECT: 'mailto:ops@example.org',
};

describe('R-4.9 the window for proof of an unknown outcome', () => {
  // Architecture: reconcile window >= longest provider timeout + lease + 5 s.
  it('must outlast a call, its lease and five seconds', () => {
    const times = { SES_TIMEOUT_MS: '3000', SENDGRID_TIMEOUT_MS: '3000', CLAIM_LEASE_MS: '5000' };
    expect(problems({ ...times, RECONCILE_WINDOW_MS: '13000' })).toEqual([]);
    expect(problems({ ...times, RECONCILE_WINDOW_MS: '12999' })).toEqual([
      expect.stringMatching(/^RECONCILE_WINDOW_MS must be at least 13000 /),
    ]);
  });

  it('is judged by each of the three times', () => {
    const times = {
      SES_TIMEOUT_MS: '3000',
      SENDGRID_TIMEOUT_MS: '3000',
      CLAIM_LEASE_MS: '5000',
      RECONCILE_WINDOW_MS: '13000',
    };
    expect(problems({ ...times, SES_TIMEOUT_MS: '3001' })).toHaveLength(1);
    expect(problems({ ...times, SENDGRID_TIMEOUT_MS: '3001' })).toHaveLength(1);
    expect(problems({ ...times, SENDGRID_TIMEOUT_MS: '3001', EMAIL_PROVIDERS: 'ses' })).toEqual([]);
    expect(problems({ ...times, CLAIM_LEASE_MS: '5001' })).toHaveLength(1);
    expect(problems({ ...times, TWILIO_TIMEOUT_MS: '3001' })).toEqual([]);
    expect(
      problems({ ...times, SENDER_CHANNEL: 'sms', TWILIO_TIMEOUT_MS: '3001', SNS_TIMEOUT_MS: '3000' }),
    ).toHaveLength(1);
  });
});

describe('settings that do not go together', () => {
  it('a viewer needs a password, and the defaults need nothing', () => {
    expect(problems({ BOARD_VIEWER_USER: 'ops' })).toEqual([expect.stringMatching(/^BOARD_VIEWER_PASSWORD /)]);
    expect(problems({ BOARD_VIEWER_USER: 'ops', BOARD_VIEWER_PASSWORD: 'x' })).toEqual([]);
    expect(problems({})).toEqual([]);
  });
});

describe('production refuses', () => {
  it('nothing when everything is one’s own', () => {
    expect(production()).toEqual([]);
    expect(production({ SES_ENDPOINT: 'https://email.eu-west-1.amazonaws.com' })).toEqual([]);
  });

  it.each([
    ['CRIER_API_KEY', { CRIER_API_KEY: 'crier-dev-key' }],
    ['CRIER_API_KEY', { CRIER_API_KEY: 'anything at all' }],
    ['BOARD_PASSWORD', { BOARD_PASSWORD: 'admin' }],
    ['BOARD_PASSWORD', { BOARD_PASSWORD: undefined }],
    ['CRIER_LINK_SECRET', { CRIER_LINK_SECRET: undefined }],
    ['CRIER_ENCRYPTION_KEY', { ...PUSH, CRIER_ENCRYPTION_KEY: undefined }],
    ['CRIER_ENCRYPTION_KEY', { CRIER_ENCRYPTION_KEY: 'crier-dev-encryption-key' }],
    ['CRIER_LINK_SECRET', { CRIER_LINK_SECRET: 'ours,crier-dev-link-secret' }],
    ['TWILIO_AUTH_TOKEN', { TWILIO_AUTH_TOKEN: 'sandbox-twilio-token' }],
    ['WHATSAPP_APP_SECRET', { WHATSAPP_APP_SECRET: 'sandbox-whatsapp-secret' }],
    ['TWILIO_BASE_URL', { TWILIO_BASE_URL: 'http://localhost:3900/twilio' }],
    ['SNS_ENDPOINT', { SNS_ENDPOINT: 'http://127.0.0.1:3900/sns' }],
    ['WHATSAPP_BASE_URL', { WHATSAPP_BASE_URL: 'http://127.0.0.1:3900/whatsapp' }],
    ['FCM_TOKEN_URL', { FCM_TOKEN_URL: 'http://127.0.0.1:3900/fcm/token' }],
    ['APNS_BASE_URL', { APNS_BASE_URL: 'http://127.0.0.1:3901' }],
    ['CRIER_ENCRYPTION_KEY', { ...PUSH, CRIER_ENCRYPTION_KEY: `${'k'.repeat(32)},short` }],
    ['EMAIL_FROM', { EMAIL_FROM: undefined }],
    ['EMAIL_FROM', { EMAIL_FROM: 'crier@example.com' }],
    ['SES_FROM', { SES_FROM: 'crier@example.com' }],
    ['SENDGRID_FROM', { SENDGRID_FROM: 'crier@example.com' }],
    ['SENDGRID_API_KEY', { SENDGRID_API_KEY: undefined }],
    ['SENDGRID_BASE_URL', { SENDGRID_BASE_URL: 'http://127.0.0.1:3900/sendgrid' }],
    ['CALLBACK_TRUST_SANDBOX', { CALLBACK_TRUST_SANDBOX: '1' }],
  ])('%s as it is in development: %j', (name, env) => {
    expect(production(env)).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  });

  it.each([
    'http://127.0.0.1:3900/ses',
    'http://127.1:3900/ses',
    'http://127.8.9.10:3900/ses',
    'http://0x7f000001/ses',
    'http://localhost:3900/ses',
    'http://LOCALHOST.:3900/ses',
    'http://ses.localhost:3900',
    'http://[::1]:3900/ses',
    'http://0.0.0.0:3900/ses',
    'http://[::]:3900/ses',
  ])('SES_ENDPOINT %s, which is the sandbox', (endpoint) => {
    expect(production({ SES_ENDPOINT: endpoint })).toEqual([expect.stringMatching(/^SES_ENDPOINT /)]);
  });

  it.each(['https://localhost.example.org', 'https://127.0.0.1.example.org', 'https://mylocalhost'])(
    'but not SES_ENDPOINT %s',
    (endpoint) => {
      expect(production({ SES_ENDPOINT: endpoint })).toEqual([]);
    },
  );

  it('no default sender when the provider has one of its own', () => {
    const own = { EMAIL_FROM: undefined, SES_FROM: 'crier@example.org' };
    expect(production({ ...own, EMAIL_PROVIDERS: 'ses' })).toEqual([]);
    expect(production({ ...own, EMAIL_PROVIDERS: 'ses,smtp' })).toEqual([expect.stringMatching(/^EMAIL_FROM /)]);
    expect(production({ EMAIL_FROM: undefined, SMTP_FROM: 'crier@example.org', EMAIL_PROVIDERS: 'smtp' })).toEqual([]);
  });

  it('no encryption key where no device can be reached', () => {
    expect(production({ CRIER_ENCRYPTION_KEY: undefined })).toEqual([]);
  });

  it('all of it at once, each by its name', () => {
    const all = problems({
      NODE_ENV: 'production',
      CRIER_API_KEY: 'x',
      SES_ENDPOINT: 'http://localhost',
      RECONCILE_WINDOW_MS: '1',
    });
    expect(all.map((line) => line.split(' ')[0])).toEqual([
      'RECONCILE_WINDOW_MS',
      'CRIER_API_KEY',
      'BOARD_PASSWORD',
      'CRIER_LINK_SECRET',
      'EMAIL_FROM',
      'SES_ENDPOINT',
      'SENDGRID_API_KEY',
    ]);
  });

  it.each(['development', 'test'])('but %s does not', (NODE_ENV) => {
    expect(problems({ NODE_ENV, CRIER_API_KEY: 'crier-dev-key', SES_ENDPOINT: 'http://127.0.0.1:3900/ses' })).toEqual(
      [],
    );
  });
});
