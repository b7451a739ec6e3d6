import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planEvents } from './plan-events.mjs';
import { backgroundFaults } from './provider-faults.mjs';

it('plans the same events for the same seed, with exactly as many deliveries as asked for', () => {
  expect(planEvents({ seed: 7, deliveries: 500 })).toEqual(planEvents({ seed: 7, deliveries: 500 }));
  expect(planEvents({ seed: 8, deliveries: 500 })).not.toEqual(planEvents({ seed: 7, deliveries: 500 }));
  for (const deliveries of [1, 2, 499]) {
    const events = planEvents({ seed: 1, deliveries });
    expect(events.reduce((sum, event) => sum + event.deliveries, 0)).toBe(deliveries);
    for (const { body, deliveries: own, decided } of events) {
      const { recipients } = body as { recipients: { id: string; email?: string }[] };
      expect(recipients.filter(({ email }) => email !== undefined)).toHaveLength(own);
      expect(new Set(recipients.map(({ id }) => id)).size).toBe(own + decided);
    }
  }
});

it('meets every type, the bulk lane, people without an address and repeated posts', () => {
  const events = planEvents({ seed: 1, deliveries: 400 });
  expect(new Set(events.map(({ body }) => body.type)).size).toBeGreaterThanOrEqual(6);
  expect(events.some(({ body }) => body.priority === 'bulk')).toBe(true);
  expect(events.some(({ decided }) => decided > 0)).toBe(true);
  expect(events.some(({ repeat }) => repeat)).toBe(true);
});

it('breaks one call in ten of each provider, in every mode of the sandbox but auth', () => {
  const modes = /FAULT_MODES = \{([\s\S]*?)\n\}/.exec(
    readFileSync(new URL('../apps/sandbox/src/fault.ts', import.meta.url), 'utf8'),
  )?.[1];
  const known = [...(modes ?? '').matchAll(/^\s+(\w+): \{/gm)].map(([, mode]) => mode);
  expect(known).toContain('hang');
  for (const provider of ['ses', 'sendgrid']) {
    const own = backgroundFaults({ transient: false }).filter((fault) => fault.provider === provider);
    expect(new Set([...own.map(({ mode }) => mode), 'auth'])).toEqual(new Set(known));
    expect(own.reduce((sum, { rate }) => sum + rate, 0)).toBeCloseTo(0.1);
  }
});
