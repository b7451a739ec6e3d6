import { expect, it } from 'vitest';
import { proofWindowMs, repeatedWithinMs } from './proof-window.js';

const link = (name: string, reconciliation: readonly 'callback'[], more: object = {}) =>
  ({ provider: { name, reconciliation, timeoutMs: 10_000, send: async () => ({}), ...more }, gate: {} }) as never;
const ses = link('ses', ['callback'], { callbacksRepeatedWithinMs: 60_000 });
const deps = { chain: [ses, link('sns', [])], leaseMs: 5_000, reconcileWindowMs: 900_000 };

it('R-4.9 waits for a callback as long as is configured, and for one that never comes only for what is in flight', () => {
  expect(proofWindowMs(deps, 'ses')).toBe(900_000);
  expect(proofWindowMs(deps, 'sns')).toBe(20_000);
  expect(proofWindowMs({ ...deps, reconcileWindowMs: 15_000 }, 'sns')).toBe(15_000);
});

it('R-4.9 takes the longer one for a provider that is not in the chain any more, or is not known', () => {
  expect(proofWindowMs(deps, 'gone')).toBe(900_000);
  expect(proofWindowMs(deps, null)).toBe(900_000);
});

it('R-4.9 takes each provider’s own time for repeating what nobody took, and any for one that is not known', () => {
  const answers = ['ses', 'sns', 'gone', null].map((name) => repeatedWithinMs(deps, name));
  expect(answers).toEqual([60_000, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
});
