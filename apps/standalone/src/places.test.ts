import { settingsSchema } from '@crier/domain';
import { listen } from '@crier/runtime';
import { expect, it } from 'vitest';
import { DEVELOPMENT_DEFAULTS } from './development-environment.js';
import { developmentKeys } from './development-keys.js';
import { channelsOff, fleetOf } from './fleet.js';
import { findPlaces } from './places.js';

const settingsWith = (ports: Record<string, number | string>) =>
  settingsSchema.parse({ DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h', ...ports });
const ANY = {
  SANDBOX_APNS_PORT: 0,
  SANDBOX_SMTP_PORT: 0,
  INTAKE_PORT: 0,
  CALLBACKS_PORT: 0,
  INBOX_PORT: 0,
  BOARD_PORT: 0,
  SANDBOX_PORT: 0,
  HEALTH_PORT: 0,
};
const ALL = { ...DEVELOPMENT_DEFAULTS, ...developmentKeys() };
const development = fleetOf(settingsWith(ALL));

/** A port that is free together with the ones after it, which nobody takes by chance: below the range of outgoing ports. */
const ROW = 20_710;

it('gives each app a free port of its own for 0', async () => {
  const { places, sandbox } = await findPlaces(development, settingsWith(ANY));
  const further = Object.values(sandbox.variables).map(Number);
  expect(new Set([...places.map(({ port }) => port), ...further]).size).toBe(development.length + 2);
  for (const { url, port } of places) expect(url).toBe(`http://127.0.0.1:${port}`);
});

it('puts health and metrics in the row that the contract names', async () => {
  const { places } = await findPlaces(development, settingsWith({ ...ANY, HEALTH_PORT: ROW }));
  const ports = Object.fromEntries(places.map(({ name, port }) => [name, port]));
  expect(ports).toMatchObject({
    relay: ROW,
    router: ROW + 1,
    documents: ROW + 2,
    scheduler: ROW + 3,
    'sender-email': ROW + 4,
  });
});

it('names the variable of a taken port, and frees what it held', async () => {
  const squatter = await listen((_req, res) => res.end(), { host: '127.0.0.1', port: 0, variable: 'NONE' });
  const taken = settingsWith({ ...ANY, HEALTH_PORT: ROW, INTAKE_PORT: squatter.port });
  await expect(findPlaces(development, taken)).rejects.toThrow(/^INTAKE_PORT: port \S+ is taken/);
  await squatter.close();
  expect((await findPlaces(development, taken)).places).toHaveLength(development.length);
});

it('refuses a row that leaves the range of ports', async () => {
  await expect(findPlaces(development, settingsWith({ ...ANY, HEALTH_PORT: 65_534 }))).rejects.toThrow(/^HEALTH_PORT/);
});

it('has no sandbox in production', () => {
  const names = fleetOf(settingsWith({ ...ALL, NODE_ENV: 'production' })).map(({ name }) => name);
  expect(names).not.toContain('sandbox');
  expect(names).toHaveLength(development.length - 1);
});

it('R-3.6 leaves out the sender of a channel that is not set up, and says what is missing', () => {
  const { TWILIO_AUTH_TOKEN: _, ...rest } = ALL;
  const settings = settingsWith({ ...rest, PUSH_PROVIDERS: 'fcm' });
  expect([...channelsOff(settings)]).toEqual([
    [
      'sms',
      [
        'TWILIO_AUTH_TOKEN must be set while SMS_PROVIDERS names twilio; leave twilio out of SMS_PROVIDERS to go without',
      ],
    ],
  ]);
  const names = fleetOf(settings).map(({ name }) => name);
  expect(names).not.toContain('sender-sms');
  expect(names).toEqual(expect.arrayContaining(['sender-email', 'sender-whatsapp', 'sender-push', 'sender-inapp']));
});
