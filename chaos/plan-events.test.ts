import { readFileSync } from 'node:fs';
import { CHANNELS } from '@crier/domain';
import { expect, it } from 'vitest';
import { planEvents } from './plan-events.mjs';
import { backgroundFaults } from './provider-faults.mjs';
import { CALLING_BACK, providersOf } from './providers.mjs';

const sandboxSource = (file: string) => readFileSync(new URL(`../apps/sandbox/src/${file}`, import.meta.url), 'utf8');

it('plans the same events for the same seed, with exactly as many deliveries as asked for', () => {
  expect(planEvents({ seed: 7, deliveries: 500 })).toEqual(planEvents({ seed: 7, deliveries: 500 }));
  expect(planEvents({ seed: 8, deliveries: 500 })).not.toEqual(planEvents({ seed: 7, deliveries: 500 }));
  for (const channels of [CHANNELS, ...CHANNELS.map((channel) => [channel] as const)])
    for (const deliveries of [1, 2, 499]) {
      const events = planEvents({ seed: 1, deliveries, channels });
      expect(events.reduce((sum, event) => sum + event.deliveries, 0)).toBe(deliveries);
      expect(new Set(events.map(({ n }) => n)).size).toBe(events.length);
    }
});

it('plans one decision for each person and channel, and a second delivery for a second device', () => {
  for (const { body, subject, deliveries, decided, cards } of planEvents({ seed: 1, deliveries: 500 })) {
    const { recipients, channels } = body as { recipients: (string | { id: string })[]; channels: string[] };
    const nobody = recipients.filter((one) => typeof one !== 'string' && one.id.startsWith('nobody'));
    const second = subject.people.reduce((sum, { devices }) => sum + devices.length - 1, 0);
    const addressless = channels.filter((channel) => channel !== 'inapp').length;
    const withDevices = channels.includes('push') && subject.kind.channels.includes('push') ? second : 0;
    expect(deliveries + decided).toBe(
      subject.people.length * channels.length + withDevices + nobody.length * addressless,
    );
    const isOn = channels.includes('inapp') && subject.kind.channels.includes('inapp');
    expect(cards).toHaveLength(isOn ? subject.people.length : 0);
  }
});

it('meets every type, channel and kind of device, the bulk lane, people without an address, repeated posts, versions', () => {
  const events = planEvents({ seed: 1, deliveries: 400 });
  expect(new Set(events.map(({ body }) => body.type)).size).toBeGreaterThanOrEqual(6);
  expect(new Set(events.flatMap(({ body }) => body.channels))).toEqual(new Set(CHANNELS));
  expect(new Set(events.flatMap(({ subject }) => subject.people.flatMap(({ devices }) => devices))).size).toBe(3);
  expect(events.some(({ body }) => body.priority === 'bulk')).toBe(true);
  expect(events.some(({ decided }) => decided > 0)).toBe(true);
  expect(events.some(({ holds }) => holds)).toBe(true);
  expect(events.some(({ repeat }) => repeat)).toBe(true);
  const cards = events.flatMap((event) => event.cards);
  expect(new Set(cards).size).toBeLessThan(cards.length);
});

it('breaks one call in ten of each provider, in every mode of the sandbox but auth', () => {
  const modes = /FAULT_MODES = \{([\s\S]*?)\n\}/.exec(sandboxSource('fault.ts'))?.[1];
  const known = [...(modes ?? '').matchAll(/^\s+(\w+): \{/gm)].map(([, mode]) => mode);
  expect(known).toContain('hang');
  const providers = providersOf(CHANNELS);
  expect(providers).toHaveLength(8);
  for (const provider of providers) {
    const own = backgroundFaults({ providers, transient: false }).filter((fault) => fault.provider === provider);
    expect(new Set([...own.map(({ mode }) => mode), 'auth'])).toEqual(new Set(known));
    expect(own.reduce((sum, { rate }) => sum + rate, 0)).toBeCloseTo(0.1);
  }
});

it('knows the providers of the sandbox, and which of them call back', () => {
  const source = sandboxSource('providers.ts');
  for (const provider of providersOf(CHANNELS)) expect(source).toContain(provider);
  const settings = sandboxSource('callbacks/callback-settings.ts');
  const own = /CALLBACK_PROVIDERS = \[([^\]]*)\]/.exec(settings)?.[1] ?? '';
  expect([...own.matchAll(/'([\w-]+)'/g)].map(([, name]) => name).sort()).toEqual([...CALLING_BACK].sort());
});
