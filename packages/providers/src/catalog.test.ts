import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Channel, settingsSchema } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { createProviders } from './catalog.js';
import { EMAIL_MAKERS } from './email/makers.js';
import { PUSH_MAKERS } from './push/makers.js';
import { SMS_MAKERS } from './sms/makers.js';
import { WHATSAPP_MAKERS } from './whatsapp/makers.js';

const made = async (channel: Channel, env: Readonly<Record<string, string>> = {}) => {
  const settings = settingsSchema.parse({ DATABASE_URL: 'postgres://db/crier', REDIS_URL: 'redis://cache', ...env });
  const providers = await createProviders(settings, channel, { sockets: 1, nowMs: () => 0 });
  for (const provider of providers) provider.close();
  return providers;
};
const names = async (...args: Parameters<typeof made>) => (await made(...args)).map(({ name }) => name);

describe('R-4.6 the providers of a channel', () => {
  it('are a chain in the order of the environment', async () => {
    expect(await names('email')).toEqual(['ses', 'sendgrid']);
    expect(await names('email', { EMAIL_PROVIDERS: 'smtp,sendgrid,ses' })).toEqual(['smtp', 'sendgrid', 'ses']);
    expect(await names('sms')).toEqual(['twilio', 'sns']);
    expect(await names('sms', { SMS_PROVIDERS: 'sns' })).toEqual(['sns']);
    expect(await names('whatsapp')).toEqual(['whatsapp-cloud']);
    expect(await names('push')).toEqual(['fcm', 'apns', 'webpush']);
    expect(await names('inapp')).toEqual([]);
  });

  it('R-4.13 each have their own time for a call', async () => {
    const env = { TWILIO_TIMEOUT_MS: '1000', SNS_TIMEOUT_MS: '2000' };
    expect((await made('sms', env)).map(({ timeoutMs }) => timeoutMs)).toEqual([1_000, 2_000]);
  });
});

it('R-4.9 whoever is settled by callbacks says for how long it repeats those that nobody took, and nobody else', async () => {
  const channels = ['email', 'sms', 'whatsapp', 'push'] as const;
  const env = { EMAIL_PROVIDERS: 'ses,sendgrid,smtp' };
  const all = (await Promise.all(channels.map((channel) => made(channel, env)))).flat();
  const repeating = all.flatMap(({ name, callbacksRepeatedWithinMs: ms }) =>
    ms === undefined ? [] : [[name, ms / 1_000]],
  );
  expect(repeating).toEqual([
    ['ses', 90],
    ['sendgrid', 86_400],
    ['twilio', 15],
    ['whatsapp-cloud', 604_800],
  ]);
  const called = all.filter(({ reconciliation }) => reconciliation.includes('callback')).map(({ name }) => name);
  expect(repeating.map(([name]) => name)).toEqual(called);
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Whoever may know a vendor: its adapter, its settings, its webhook, the sandbox that plays it and what starts that. The kinds
 * of push tokens are part of our API: their list, what each must look like, and its example.
 */
const MAY_KNOW = [
  /^packages\/(providers|domain\/src\/settings)\//,
  /^apps\/(callbacks|sandbox)\//,
  /^apps\/standalone\/src\/apps\/sandbox\.ts$/,
  /^packages\/domain\/src\/(delivery\/outgoing|directory\/push-registration)\.ts$/,
  /^apps\/intake\/src\/description\/operations\/devices\.ts$/,
];

const isSource = (path: string): boolean =>
  path.endsWith('.ts') && !/\/(testing|e2e)\/|\.test(-support)?\.ts$/.test(path);

const sources = ['apps', 'packages']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((room) => `${folder}/${room}/src`))
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  .filter(isSource);

it('R-4.6 nothing else names a vendor, so a new one touches nothing else', () => {
  const vendors = Object.keys({ ...EMAIL_MAKERS, ...SMS_MAKERS, ...WHATSAPP_MAKERS, ...PUSH_MAKERS });
  const named = new RegExp(`['"\`](${vendors.join('|')})['"\`]`);
  const knowing = sources.filter((path) => named.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(knowing.filter((path) => !MAY_KNOW.some((room) => room.test(path)))).toEqual([]);
  expect(knowing.some((path) => path.startsWith('packages/providers/'))).toBe(true);
});
