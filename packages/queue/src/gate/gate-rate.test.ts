import type { Lane } from '@crier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullestSecond, type Process, useGates } from './gate.test-support.js';

/** Slots are 1.03 s / 50 apart by Redis' clock, and each is used up to 40 ms late by this process'. */
const MOST = 51;
const gates = useGates();
beforeAll(gates.start);
afterAll(gates.stop);

const four = (provider: string) =>
  Promise.all([1, 2, 3, 4].map((n) => gates.process(`p${n}`, { provider, ratePerSecond: 50 })));

/** Fifty workers a process that go through as often as they are let, until `endsAt`. Returns when each was let through. */
const run = async (processes: readonly Process[], endsAt: number, lane: Lane = 'transactional'): Promise<number[]> => {
  const times: number[] = [];
  const worker = async ({ gate }: Process): Promise<void> => {
    while (performance.now() < endsAt) {
      const entry = await gate.enter(lane, 900);
      if (entry.kind === 'wait') {
        await new Promise((resolve) => setTimeout(resolve, Math.min(entry.ms, 500)));
        continue;
      }
      times.push(performance.now());
      entry.leave('ok');
    }
  };
  await Promise.all(processes.flatMap((process) => Array.from({ length: 50 }, () => worker(process))));
  return times;
};

describe('R-4.11 the rate of a fleet', () => {
  it('no sliding second holds more than the limit', async () => {
    const processes = await four('steady');
    await gates.settle('steady');
    const began = performance.now();
    const times = await run(processes, began + 4_000);
    expect(fullestSecond(times)).toBeLessThanOrEqual(MOST);
    expect(times.length).toBeGreaterThan(60);
  });

  it('after an emptied Redis nothing goes for a second, and no sliding second holds more than the limit', async () => {
    const processes = await four('emptied');
    await gates.settle('emptied');
    const began = performance.now();
    let emptied = 0;
    setTimeout(async () => {
      await gates.flush();
      emptied = performance.now();
    }, 1_500);
    const times = await run(processes, began + 5_000);
    expect(fullestSecond(times)).toBeLessThanOrEqual(MOST);
    const first = Math.min(...times.filter((at) => at > emptied + 250));
    // What had its slot before goes on for 200 ms at most; the first new one comes after a second.
    expect(first - emptied).toBeGreaterThanOrEqual(950);
    expect(times.filter((at) => at > first).length).toBeGreaterThan(40);
  });

  it('an emptied Redis holds the limit for critical, which takes its slots furthest ahead', async () => {
    const processes = await four('critical');
    await gates.settle('critical');
    const began = performance.now();
    setTimeout(() => void gates.flush(), 1_200);
    const times = await run(processes, began + 3_500, 'critical');
    expect(fullestSecond(times)).toBeLessThanOrEqual(MOST);
  });

  it('a Redis that starts empty gives nothing for a second', async () => {
    const process = await gates.process('p1', { provider: 'fresh', ratePerSecond: 50 });
    const refused = await process.gate.enter('transactional', 0);
    expect(refused).toMatchObject({ kind: 'wait', why: 'rate' });
    const began = performance.now();
    await process.gate.enter('transactional', 5_000);
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('critical goes first: bulk at the limit hardly slows it', async () => {
    const processes = await four('lanes');
    await gates.settle('lanes');
    const began = performance.now();
    const bulk = run(processes, began + 3_000, 'bulk');
    const waits: number[] = [];
    for (let i = 0; i < 40; i++) {
      const asked = performance.now();
      const entry = await processes[i % 4]?.gate.enter('critical', 2_000);
      if (entry?.kind === 'go') entry.leave('ok');
      waits.push(performance.now() - asked);
    }
    const total = (await bulk).length;
    expect(Math.max(...waits)).toBeLessThan(1_000);
    expect(total).toBeGreaterThan(20);
  });
});

describe('R-4.11 calls in flight of a fleet', () => {
  it('are never more than the limit, whoever makes them', async () => {
    const [one, two] = await Promise.all(
      ['c1', 'c2'].map((name) => gates.process(name, { provider: 'places', concurrency: 5 })),
    );
    await gates.settle('places');
    let inFlight = 0;
    let most = 0;
    const call = async (process: Process | undefined): Promise<boolean> => {
      const entry = await (process as Process).gate.enter('transactional', 20_000);
      if (entry.kind === 'wait') return false;
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight--;
      entry.leave('ok');
      return true;
    };
    const done = await Promise.all(Array.from({ length: 200 }, (_, i) => call(i % 2 === 0 ? one : two)));
    expect(done.every(Boolean)).toBe(true);
    expect(most).toBeLessThanOrEqual(5);
  });

  it('R-3.6 R-4.11 leave places for critical when another lane is stuck', async () => {
    const one = await gates.process('stuck', { provider: 'stuck', concurrency: 10 });
    await gates.settle('stuck');
    const enter = (lane: Lane) => one.gate.enter(lane, 100);
    const bulk = await Promise.all(Array.from({ length: 20 }, () => enter('bulk')));
    expect(bulk.filter((entry) => entry.kind === 'go')).toHaveLength(8);
    const transactional = await Promise.all(Array.from({ length: 5 }, () => enter('transactional')));
    expect(transactional.filter((entry) => entry.kind === 'go')).toHaveLength(1);
    const critical = await Promise.all(Array.from({ length: 5 }, () => enter('critical')));
    expect(critical.filter((entry) => entry.kind === 'go')).toHaveLength(1);
  });

  it('of a process that died are free again within seconds', async () => {
    const dead = await gates.process('dead', { provider: 'orphans', concurrency: 1 });
    await gates.settle('orphans');
    await dead.permit();
    dead.die();
    const alive = await gates.process('alive', { provider: 'orphans', concurrency: 1 });
    const began = performance.now();
    expect(await alive.gate.enter('transactional', 10_000)).toMatchObject({ kind: 'go', waited: true });
    expect(performance.now() - began).toBeLessThan(7_000);
  });
});
