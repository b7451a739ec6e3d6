import { until } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crier, order, person, startCrier } from './crier.test-support.js';

let crier: Crier;
beforeAll(async () => {
  crier = await startCrier({ processes: true, env: { SENDER_CONCURRENCY_TRANSACTIONAL: '20' } });
});
afterAll(() => crier.stop());

const EVENTS = 150;
const WITHIN_MS = 90_000;

const postMany = (name: string) =>
  Promise.all(
    Array.from(
      { length: EVENTS },
      async (_, i) => (await crier.post(order([person(`${name}-${i}`)]))).json.id as string,
    ),
  );

/** All of these events' deliveries, once every one has ended. */
const ended = (ids: readonly string[]) =>
  until(
    async () => {
      const rows = await crier.sql<{ id: string; state: string; resends: number }[]>`
        SELECT id, state, resends FROM deliveries WHERE event_id = ANY(${ids as string[]}::uuid[])`;
      return rows.length === ids.length && rows.every((row) => row.state === 'accepted') ? rows : undefined;
    },
    { what: `${ids.length} deliveries to be accepted`, timeoutMs: WITHIN_MS },
  );

const sent = async (least: number) =>
  until(async () => (await crier.counts()).total >= least, { what: `${least} mails`, timeoutMs: 30_000 });

describe('deaths in mid-run', () => {
  it('R-4.5 kill -9 of the sender: everything arrives, a second copy only where the record says unknown and resent', async () => {
    await crier.fault({ provider: 'ses', mode: 'latency', delayMs: 100 });
    const before = (await crier.counts()).total;
    const ids = await postMany('sender');
    await sent(before + 20);
    const pid = crier.pid('sender-email');
    process.kill(pid, 'SIGKILL');
    await until(async () => crier.pid('sender-email') !== pid, {
      what: 'the sender to be started again',
      timeoutMs: 20_000,
    });
    await ended(ids);
    await crier.clearFaults();
    expect(await crier.unexplained(ids)).toEqual([]);
  }, 120_000);

  it('R-4.4 R-8.6 FLUSHALL: nothing is lost, and nothing that Postgres has as accepted goes again', async () => {
    await crier.fault({ provider: 'ses', mode: 'latency', delayMs: 50 });
    const before = (await crier.counts()).total;
    const ids = await postMany('flush');
    await sent(before + 20);
    await crier.redis.flushall();
    await ended(ids);
    await crier.clearFaults();
    expect(await crier.unexplained(ids)).toEqual([]);
  }, 120_000);

  it.each(['router', 'relay', 'scheduler', 'intake'])(
    'R-2.2 R-3.3 kill -9 of the %s: every event that was answered 202 is one mail',
    async (app) => {
      const pid = crier.pid(app);
      const posts = Array.from({ length: EVENTS }, (_, i) =>
        crier.post(order([person(`${app}-${i}`)])).catch(() => undefined),
      );
      await Promise.race(posts);
      process.kill(pid, 'SIGKILL');
      const ids = (await Promise.all(posts)).flatMap((a) => (a?.status === 202 ? [a.json.id as string] : []));
      expect(ids.length).toBeGreaterThan(0);
      await ended(ids);
      expect(await crier.unexplained(ids)).toEqual([]);
      await until(async () => crier.pid(app) !== pid, { what: `the ${app} to be started again`, timeoutMs: 20_000 });
    },
    120_000,
  );
});
