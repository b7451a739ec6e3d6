import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { settingsSchema } from './settings.js';

const REQUIRED = { DATABASE_URL: 'postgres://localhost:5432/crier', REDIS_URL: 'redis://localhost:6379' };
const read = (env: Readonly<Record<string, string>> = {}) => settingsSchema.parse({ ...REQUIRED, ...env });
const problem = (env: Readonly<Record<string, string>>): string =>
  settingsSchema
    .safeParse({ ...REQUIRED, ...env })
    .error?.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
    .join('\n') ?? '';

describe('settings that nobody set', () => {
  // The defaults that the contract fixes ("Ports", "Environment").
  it.each(
    Object.entries({
      NODE_ENV: 'development',
      BIND_HOST: '127.0.0.1',
      INTAKE_PORT: 3000,
      BOARD_PORT: 3003,
      HEALTH_PORT: 3010,
      SANDBOX_PORT: 3900,
      POSTGRES_PORT: 3054,
      REDIS_PORT: 3063,
      BOARD_USER: 'admin',
      BOARD_PASSWORD: 'admin',
      DEFAULT_LOCALE: 'en',
      DEFAULT_TIMEZONE: 'UTC',
      OCCURRED_AT_MAX_AGE_DAYS: 400,
      SES_TIMEOUT_MS: 10_000,
      RETRY_ATTEMPTS: 6,
      RETRY_BASE_MS: 30_000,
      RETRY_CAP_MS: 480_000,
      CLAIM_LEASE_MS: 5_000,
      RECONCILE_WINDOW_MS: 900_000,
      SWEEP_INTERVAL_MS: 10_000,
    }),
  )('%s is %j', (name, value) => {
    expect(read()[name as keyof typeof settingsSchema.shape]).toBe(value);
  });

  it('leave out what has no default', () => {
    for (const name of ['SES_FROM', 'SES_ENDPOINT', 'DATABASE_DIRECT_URL', 'CRIER_API_KEY', 'CRIER_LINK_SECRET'])
      expect(read()).not.toHaveProperty(name);
  });

  it('serve every lane', () => {
    expect(read().SENDER_LANES).toEqual(['critical', 'transactional', 'bulk']);
    expect(read().ROUTER_LANES).toEqual(read().SENDER_LANES);
  });

  it('are only missed where there is nothing to fall back on', () => {
    const missing = settingsSchema.safeParse({}).error?.issues.map((issue) => issue.path[0]);
    expect(missing).toEqual(['DATABASE_URL', 'REDIS_URL']);
  });
});

describe('every setting', () => {
  const shape = Object.entries<z.ZodType>(settingsSchema.shape);

  it.each(shape)('%s says what it means, in one line', (_, schema) => {
    expect(schema.description).toMatch(/^[^\n]{5,}$/);
  });

  it.each(shape.filter(([name]) => name.endsWith('_MS')))('%s says its unit', (_, schema) => {
    expect(schema.description).toMatch(/\bms\b/);
  });

  it.each(shape)('%s is a name of capitals, digits and _', (name) => {
    expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
  });

  it('reads text only, as an environment holds nothing else', () => {
    const asText = Object.fromEntries(
      Object.entries(read()).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
    );
    expect(settingsSchema.parse(asText)).toEqual(read());
  });
});

describe('a setting that cannot be', () => {
  it.each([
    ['DATABASE_URL', 'mysql://localhost/crier', 'must be a URL beginning with postgres:// or postgresql://'],
    ['DATABASE_URL', 'localhost:5432', 'must be a URL beginning with'],
    ['REDIS_URL', 'http://localhost', 'must be a URL beginning with redis:// or rediss://'],
    ['SES_ENDPOINT', 'localhost', 'must be a URL beginning with http:// or https://'],
    ['PUBLIC_URL_BOARD', 'javascript:alert(1)', 'must be a URL'],
    ['INBOX_ALLOWED_ORIGINS', 'https://erp.example.com/', 'must be origins such as https://erp.example.com'],
    ['INBOX_ALLOWED_ORIGINS', 'https://a.example, *', 'must be origins'],
    ['INBOX_ALLOWED_ORIGINS', 'javascript:alert(1)', 'must be origins'],
    ['INTAKE_PORT', '65536', 'must be at most 65535'],
    ['INTAKE_PORT', '-1', 'must be at least 0'],
    ['INTAKE_PORT', '3000.5', 'must be a whole number'],
    ['INTAKE_PORT', 'http', 'must be a number'],
    ['RETRY_ATTEMPTS', '0', 'must be at least 1'],
    ['RETRY_BASE_MS', '30s', 'must be a number'],
    ['SES_TIMEOUT_MS', 'Infinity', 'must be a'],
    ['CLAIM_LEASE_MS', '1000', 'must be at least 1500'],
    ['DEFAULT_TIMEZONE', 'Kathmandu', 'must be an IANA time zone such as Asia/Kathmandu'],
    ['DEFAULT_LOCALE', 'en_US', 'must be a BCP 47 language tag'],
    ['EMAIL_FROM', 'Crier', 'must be an email address'],
    ['SES_FROM', 'Crier <crier@example.org>', 'must be an email address'],
    ['SENDER_LANES', 'critical,urgent', 'must be lanes of: critical, transactional, bulk'],
    ['SENDER_LANES', ' , ', 'must name a lane'],
    ['ROUTER_LANES', 'Bulk', 'must be lanes of'],
    ['EMAIL_PROVIDERS', 'ses,mailgun', 'must be providers of: ses'],
    ['SENDER_CHANNEL', 'fax', 'email'],
    ['LOG_LEVEL', 'loud', 'info'],
    ['NODE_ENV', 'prod', 'production'],
  ])('%s=%s is named with what it must be', (name, value, words) => {
    expect(problem({ [name]: value })).toMatch(new RegExp(`^${name} `));
    expect(problem({ [name]: value })).toContain(words);
  });

  it('is never repeated, because it may be a secret in the wrong place', () => {
    const secret = 'hunter2hunter2';
    for (const name of Object.keys(settingsSchema.shape)) expect(problem({ [name]: secret })).not.toContain(secret);
  });
});

describe('lists', () => {
  it('are split at commas, without blanks, each entry once, in the order given', () => {
    expect(read({ SENDER_LANES: ' bulk, critical,,bulk ' }).SENDER_LANES).toEqual(['bulk', 'critical']);
    expect(read({ EMAIL_PROVIDERS: 'ses,ses' }).EMAIL_PROVIDERS).toEqual(['ses']);
    const origins = 'https://erp.example.com, http://127.0.0.1:8080';
    expect(read({ INBOX_ALLOWED_ORIGINS: origins }).INBOX_ALLOWED_ORIGINS).toEqual(origins.split(', '));
    expect(read().INBOX_ALLOWED_ORIGINS).toEqual([]);
  });
});

it('an email’s sender is the provider’s own if it is set, and only then', () => {
  expect(read({ EMAIL_FROM: 'a@example.org' })).toMatchObject({ EMAIL_FROM: 'a@example.org' });
  expect(read({ EMAIL_FROM: 'a@example.org' }).SES_FROM).toBeUndefined();
  expect(read({ SES_FROM: 'b@example.org' }).SES_FROM).toBe('b@example.org');
});
