import { until } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Process, useGates } from './gate.test-support.js';
import type { Verdict } from './gate-types.js';
import { readGates } from './read-gates.js';

const gates = useGates();
beforeAll(gates.start);
afterAll(gates.stop);

const at = async (provider: string, over = {}): Promise<Process> => {
  const process = await gates.process('one', { provider, ...over });
  await process.redis.hset(`{crier:gate:${provider}}`, 'tat', '1');
  return process;
};
const call = async (process: Process, verdict: Verdict): Promise<void> => (await process.permit()).leave(verdict);
const seen = async (process: Process, provider: string) => (await readGates(process.redis, [provider]))[0];

describe('R-4.10 a look at the gates', () => {
  it('sees a breaker that nobody knows as closed, then open, half-open while it cools down no more, and closed again', async () => {
    const process = await at('breaker', { breakerFailures: 1, breakerCooldownMs: 500 });
    const breaker = async () => (await seen(process, 'breaker'))?.breaker;
    expect(await seen(process, 'breaker')).toEqual({ provider: 'breaker', breaker: 'closed', paused: false });
    await call(process, 'failure');
    await until(async () => (await breaker()) === 'open', { what: 'the breaker to open' });
    await until(async () => (await breaker()) === 'half-open', { what: 'the cool-down to end' });
    await call(process, 'ok');
    await until(async () => (await breaker()) === 'closed', { what: 'the breaker to close' });
  });

  it('sees a pause, each provider’s own, in the order in which they are named', async () => {
    const process = await at('refusing');
    await call(process, 'refused');
    await until(async () => (await seen(process, 'refusing'))?.paused, { what: 'the pause' });
    expect(await readGates(process.redis, ['other', 'refusing'])).toEqual([
      { provider: 'other', breaker: 'closed', paused: false },
      { provider: 'refusing', breaker: 'closed', paused: true },
    ]);
    expect(await readGates(process.redis, [])).toEqual([]);
  });

  it('does not guess while Redis is away', async () => {
    const process = await at('away');
    process.die();
    await expect(readGates(process.redis, ['away'])).rejects.toThrow();
  });

  it('sees nothing shut in a Redis that was emptied', async () => {
    const process = await at('emptied', { breakerFailures: 1, breakerCooldownMs: 60_000 });
    await call(process, 'failure');
    await until(async () => (await seen(process, 'emptied'))?.breaker === 'open', { what: 'the breaker to open' });
    await gates.flush();
    expect(await seen(process, 'emptied')).toEqual({ provider: 'emptied', breaker: 'closed', paused: false });
  });
});
