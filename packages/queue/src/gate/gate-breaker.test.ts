import { until } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, type Process, useGates } from './gate.test-support.js';
import type { Verdict } from './gate-types.js';

const gates = useGates();
beforeAll(gates.start);
afterAll(gates.stop);

const two = async (provider: string, over = {}): Promise<[Process, Process]> => {
  const pair = await Promise.all(['one', 'two'].map((name) => gates.process(name, { provider, ...over })));
  await gates.settle(provider);
  return pair as [Process, Process];
};

const calls = async (process: Process, verdicts: readonly Verdict[]): Promise<void> => {
  for (const verdict of verdicts) (await process.permit()).leave(verdict);
  // Verdicts are told in the order in which they came: one more call has told all before it.
  await until(async () => (await process.redis.ping()) === 'PONG', { what: 'the verdicts to be told' });
};

const enter = (process: Process) => process.gate.enter('transactional', 50);
/** Asks until the gate lets one through or the time is over. */
const whenLet = (process: Process) =>
  until(
    async () => {
      const entry = await enter(process);
      return entry.kind === 'go' ? entry : undefined;
    },
    { what: 'a permit' },
  );

describe('R-4.10 the breaker', () => {
  it('opens for the whole fleet after so many failures in a row, whoever had them', async () => {
    const [one, two_] = await two('opens');
    await calls(one, ['failure']);
    await calls(two_, ['failure']);
    expect(await enter(one)).toMatchObject({ kind: 'go' });
    await calls(one, ['failure']);
    await until(async () => (await enter(two_)).kind === 'wait', { what: 'the breaker to open' });
    expect(await enter(one)).toMatchObject({ kind: 'wait', why: 'breaker' });
    expect([...one.changes, ...two_.changes]).toEqual(['opened']);
    expect(one.state()).toBe('open');
  });

  it('forgets failures when a call succeeds', async () => {
    const [one] = await two('forgets');
    await calls(one, ['failure', 'failure', 'ok', 'failure', 'failure', 'ok']);
    expect(await enter(one)).toMatchObject({ kind: 'go' });
    expect(one.changes).toEqual([]);
  });

  it('a 4xx neither opens nor closes it: 100 bad addresses in a row, and failures between them count on', async () => {
    const [one] = await two('neutral');
    await calls(one, Array<Verdict>(100).fill('neutral'));
    expect(await enter(one)).toMatchObject({ kind: 'go' });
    await calls(one, ['failure', 'neutral', 'failure', 'neutral', 'failure']);
    await until(async () => one.changes.length > 0, { what: 'the breaker to open' });
    expect(one.changes).toEqual(['opened']);
  });

  it('lets one probe of the whole fleet through when it has cooled down, and closes when it succeeds', async () => {
    const [one, two_] = await two('probes');
    await calls(one, ['failure', 'failure', 'failure']);
    const probe = await whenLet(one);
    expect(await enter(one)).toMatchObject({ kind: 'wait', why: 'breaker' });
    expect(await enter(two_)).toMatchObject({ kind: 'wait', why: 'breaker' });
    expect(two_.state()).toBe('half-open');
    probe.leave('ok');
    await whenLet(two_);
    expect(await enter(two_)).toMatchObject({ kind: 'go' });
    expect(one.changes).toEqual(['opened', 'closed']);
  });

  it('lets as many probes through as are configured', async () => {
    const [one, two_] = await two('many', { breakerProbes: 3 });
    await calls(one, ['failure', 'failure', 'failure']);
    await whenLet(one);
    expect((await enter(two_)).kind).toBe('go');
    expect((await enter(one)).kind).toBe('go');
    expect((await enter(two_)).kind).toBe('wait');
  });

  it('stays open for another cool-down when the probe fails, and gives the probe to the next one when it proved nothing', async () => {
    const [one] = await two('again');
    await calls(one, ['failure', 'failure', 'failure']);
    (await whenLet(one)).leave('neutral');
    const second = await whenLet(one);
    const failed = performance.now();
    second.leave('failure');
    await whenLet(one);
    expect(performance.now() - failed).toBeGreaterThanOrEqual(LIMITS.breakerCooldownMs - 5);
    expect(one.changes).toEqual(['opened']);
  });

  it('is not closed by a straggler from before, nor opened again by one', async () => {
    const [one] = await two('stragglers');
    const before = await Promise.all([one.permit(), one.permit()]);
    await calls(one, ['failure', 'failure', 'failure']);
    before[0].leave('ok');
    await until(async () => (await enter(one)).kind === 'wait', { what: 'the breaker to be open' });
    (await whenLet(one)).leave('ok');
    await whenLet(one);
    before[1].leave('failure');
    await calls(one, ['failure', 'failure']);
    expect(await enter(one)).toMatchObject({ kind: 'go' });
    expect(one.changes).toEqual(['opened', 'closed']);
  });

  it('a probe whose process died is not waited for for ever', async () => {
    const [one, two_] = await two('lost', { timeoutMs: -4_700 });
    await calls(one, ['failure', 'failure', 'failure']);
    await whenLet(one);
    expect((await whenLet(two_)).kind).toBe('go');
  });
});

describe('R-4.7 the pause of a provider that refuses our configuration', () => {
  it('stops the whole fleet at the first refusal, and one process is told', async () => {
    const [one, two_] = await two('pause');
    const [a, b] = [await one.permit(), await two_.permit()];
    a.leave('refused');
    b.leave('refused');
    await until(async () => (await enter(two_)).kind === 'wait', { what: 'the pause' });
    expect(await enter(one)).toMatchObject({ kind: 'wait', why: 'paused' });
    expect([...one.changes, ...two_.changes]).toEqual(['paused']);
    expect(one.state()).toBe('closed');
  });

  it('lets one message through each PROVIDER_PROBE_MS, and ends with the first success', async () => {
    const [one, two_] = await two('repair');
    await calls(one, ['refused']);
    (await whenLet(two_)).leave('refused');
    const refused = performance.now();
    const probe = await whenLet(one);
    expect(performance.now() - refused).toBeGreaterThanOrEqual(LIMITS.probeMs - 60);
    expect((await enter(two_)).kind).toBe('wait');
    probe.leave('ok');
    await whenLet(two_);
    expect((await enter(one)).kind).toBe('go');
    expect([...one.changes, ...two_.changes]).toEqual(['paused', 'resumed']);
  });

  it('asks for a probe when one is due, also of a process that has had nothing to do with it, and only then', async () => {
    const [one, two_] = await two('due');
    expect(one.gate.probeDue()).toBe(false);
    await calls(one, ['refused']);
    await until(async () => one.gate.probeDue() && two_.gate.probeDue(), { what: 'both to know', timeoutMs: 15_000 });
    (await whenLet(two_)).leave('ok');
    await until(async () => !one.gate.probeDue() && !two_.gate.probeDue(), {
      what: 'both to know of the end',
      timeoutMs: 15_000,
    });
  });

  it('is not ended by a call that was under way before', async () => {
    const [one] = await two('underway', { probeMs: 60_000 });
    const before = await one.permit();
    await calls(one, ['refused']);
    before.leave('ok');
    await until(async () => (await enter(one)).kind === 'wait', { what: 'the pause' });
    expect(one.changes).toEqual(['paused']);
  });
});

describe('without Redis', () => {
  it('is a wait, not an error and not a permit', async () => {
    const [one] = await two('away');
    one.redis.disconnect();
    expect(await enter(one)).toEqual({ kind: 'wait', why: 'redis', ms: 1_000 });
  });
});
