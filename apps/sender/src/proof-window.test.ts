import { expect, it } from 'vitest';
import { proofWindowMs } from './proof-window.js';

const link = (name: string, reconciliation: readonly 'callback'[]) =>
  ({ provider: { name, reconciliation, timeoutMs: 10_000, send: async () => ({}) }, gate: {} }) as never;
const deps = { chain: [link('ses', ['callback']), link('sns', [])], leaseMs: 5_000, reconcileWindowMs: 900_000 };

it('R-4.9 waits for a callback as long as is configured, and for one that never comes only for what is in flight', () => {
  expect(proofWindowMs(deps, 'ses')).toBe(900_000);
  expect(proofWindowMs(deps, 'sns')).toBe(20_000);
  expect(proofWindowMs({ ...deps, reconcileWindowMs: 15_000 }, 'sns')).toBe(15_000);
});

it('R-4.9 takes the longer one for a provider that is not in the chain any more, or is not known', () => {
  expect(proofWindowMs(deps, 'gone')).toBe(900_000);
  expect(proofWindowMs(deps, null)).toBe(900_000);
});
