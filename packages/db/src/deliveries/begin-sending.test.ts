import { randomUUID } from 'node:crypto';
import { type DeliveryState, OPEN_STATES, STATES, TERMINAL_STATES } from '@crier/domain';
import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { readEventsForSending } from '../events/read-events.js';
import { RepeatedRow } from '../once-each.js';
import { rowOf, seedDeliveries, seedDelivery, startSending } from '../record.test-support.js';
import { type BeginSending, type BegunSending, beginSending, renewLeases } from './begin-sending.js';
import { type LoadedDelivery, loadDeliveries, loadDeliveriesWithEvents } from './load-deliveries.js';
import { transitionDeliveries } from './transition-deliveries.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const LEASE_MS = 60_000;
const item = (id: string, token = randomUUID(), logSeq = 0): BeginSending => ({
  id,
  token,
  templateVersion: 'v1',
  provider: 'ses',
  logSeq,
});
const begin = async (one: BeginSending, leaseMs = LEASE_MS): Promise<BegunSending> => {
  const [begun] = await beginSending(sql, [one], leaseMs);
  if (begun === undefined) throw new Error('nothing came back');
  return begun;
};
const setState = (id: string, state: DeliveryState) => sql`UPDATE deliveries SET state = ${state} WHERE id = ${id}`;
const leaseLeftMs = async (id: string): Promise<number> =>
  (await loadDeliveries(sql, [id]))[0]?.leaseLeftMs ?? Number.NaN;

describe('R-4.4 beginning to send', () => {
  it.each(OPEN_STATES)('is won from %s, with a lease, one attempt and the template’s version', async (state) => {
    const id = await seedDelivery(sql);
    await setState(id, state);
    const one = item(id);
    expect(await begin(one)).toEqual({ id, won: true, state, leaseLeftMs: 0 });
    expect(await rowOf(sql, id)).toMatchObject({
      state: 'sending',
      lease_token: one.token,
      attempts: 1,
      template_version: 'v1',
      rendered_at: expect.any(String),
    });
    expect(await leaseLeftMs(id)).toBeGreaterThan(LEASE_MS - 5_000);
    expect(await leaseLeftMs(id)).toBeLessThanOrEqual(LEASE_MS);
  });

  it.each([...TERMINAL_STATES, 'unknown'] as const)('is not won from %s, and changes nothing', async (state) => {
    const id = await seedDelivery(sql);
    await setState(id, state);
    const before = await rowOf(sql, id);
    expect(await begin(item(id))).toEqual({ id, won: false, state, leaseLeftMs: 0 });
    expect(await rowOf(sql, id)).toEqual(before);
  });

  it('knows every state', () => {
    const [tested, all] = [[...OPEN_STATES, ...TERMINAL_STATES, 'unknown', 'sending'], [...STATES]];
    expect(tested.sort()).toEqual(all.sort());
  });

  it('has one winner of twenty racers', async () => {
    const id = await seedDelivery(sql);
    const racers = Array.from({ length: 20 }, () => item(id));
    const begun = await Promise.all(racers.map((racer) => begin(racer)));
    const winners = racers.filter((_, n) => begun[n]?.won);
    expect(winners).toHaveLength(1);
    expect(await rowOf(sql, id)).toMatchObject({ lease_token: winners[0]?.token, attempts: 1 });
    for (const lost of begun.filter((b) => !b.won)) {
      expect(lost.state).toBe('sending');
      expect(lost.leaseLeftMs).toBeGreaterThan(0);
    }
  });

  it('has one winner for each delivery when batches of many racers overlap', async () => {
    const { ids } = await seedDeliveries(sql, 30);
    const batches = Array.from({ length: 12 }, (_, n) =>
      (n % 2 === 0 ? ids : [...ids].reverse()).map((id) => item(id)),
    );
    const begun = await Promise.all(batches.map((batch) => beginSending(sql, batch, LEASE_MS)));
    const won = begun
      .flat()
      .filter((b) => b.won)
      .map((b) => b.id);
    expect(won.sort()).toEqual(ids);
  });

  it('is won again with one’s own token, without counting a second attempt', async () => {
    const id = await seedDelivery(sql);
    const one = item(id);
    await begin(one, 1_000);
    const again = await begin(one);
    expect(again).toMatchObject({ won: true, state: 'sending' });
    expect(await rowOf(sql, id)).toMatchObject({ lease_token: one.token, attempts: 1 });
    expect(await leaseLeftMs(id)).toBeGreaterThan(50_000);
  });

  it('R-4.3 is not won against a live lease, and says how long that lasts', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    const lost = await begin(item(id));
    expect(lost).toMatchObject({ won: false, state: 'sending' });
    expect(lost.leaseLeftMs).toBeGreaterThan(50_000);
    expect(lost.leaseLeftMs).toBeLessThanOrEqual(60_000);
    expect(await rowOf(sql, id)).toMatchObject({ lease_token: token, attempts: 1 });
  });

  it('R-4.5 is not won against a dead lease either: its outcome is unknown', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id], 1);
    await until(async () => (await leaseLeftMs(id)) <= 0, { what: 'the lease to end' });
    const lost = await begin(item(id));
    expect(lost).toMatchObject({ won: false, state: 'sending' });
    expect(lost.leaseLeftMs).toBeLessThanOrEqual(0);
    expect(await rowOf(sql, id)).toMatchObject({ lease_token: token, attempts: 1 });
  });

  it('is not won by a pass that read the row before its last verdict', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    const entry = { provider: 'ses', status: 400, code: 'Throttling', message: null, result: 'transient' };
    const guard = { kind: 'lease', token } as const;
    await transitionDeliveries(sql, [{ id, guard, to: 'retrying', reason: null, dueInMs: 30_000, entry }]);
    expect(await begin(item(id, randomUUID(), 0))).toMatchObject({ won: false, state: 'retrying' });
    expect(await rowOf(sql, id)).toMatchObject({ state: 'retrying', attempts: 1 });
    expect(await begin(item(id, randomUUID(), 1))).toMatchObject({ won: true });
  });

  it('counts an attempt each time', async () => {
    const id = await seedDelivery(sql);
    for (let attempt = 1; attempt <= 3; attempt++) {
      await setState(id, 'retrying');
      await begin(item(id));
      expect(await rowOf(sql, id)).toMatchObject({ attempts: attempt });
    }
  });

  it('answers for those that exist and says nothing of the others', async () => {
    const id = await seedDelivery(sql);
    const begun = await beginSending(sql, [item(randomUUID()), item(id)], LEASE_MS);
    expect(begun.map((b) => b.id)).toEqual([id]);
    expect(await beginSending(sql, [], LEASE_MS)).toEqual([]);
  });

  it('is refused for two workers of one statement with the same delivery: only one of them could have won', async () => {
    const id = await seedDelivery(sql);
    const work = beginSending(sql, [item(id), item(id)], LEASE_MS);
    await expect(work).rejects.toBeInstanceOf(RepeatedRow);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('R-4.2 renewing leases', () => {
  it('lengthens those that are still their owner’s, and says which', async () => {
    const { ids } = await seedDeliveries(sql, 4);
    const [mine, stolen, over, queued] = ids as [string, string, string, string];
    const token = await startSending(sql, [mine, stolen, over], 2_000);
    await sql`UPDATE deliveries SET lease_token = ${randomUUID()} WHERE id = ${stolen}`;
    await setState(over, 'unknown');
    const renewed = await renewLeases(
      sql,
      ids.map((id) => ({ id, token })),
      LEASE_MS,
    );
    expect(renewed).toEqual(new Set([mine]));
    expect(await leaseLeftMs(mine)).toBeGreaterThan(50_000);
    expect(await leaseLeftMs(stolen)).toBeLessThanOrEqual(2_000);
    expect(await rowOf(sql, queued)).toMatchObject({ state: 'queued', lease_until: null });
  });

  it('takes up one’s own lease that ran out while nobody noticed', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id], 1);
    await until(async () => (await leaseLeftMs(id)) <= 0, { what: 'the lease to end' });
    expect(await renewLeases(sql, [{ id, token }], LEASE_MS)).toEqual(new Set([id]));
    expect(await leaseLeftMs(id)).toBeGreaterThan(50_000);
    expect(await renewLeases(sql, [], LEASE_MS)).toEqual(new Set());
  });
});

describe('loading', () => {
  it('R-4.12 judges expiry, due time and lease by the clock of Postgres', async () => {
    const past = await seedDelivery(sql, { expiresAt: '2020-01-01T00:00:00Z' });
    const future = await seedDelivery(sql, { expiresAt: '2199-01-01T00:00:00Z' });
    const never = await seedDelivery(sql);
    await startSending(sql, [future]);
    await sql`UPDATE work SET due_at = now() + interval '1 hour' WHERE delivery_id = ${never}`;
    const found = new Map((await loadDeliveries(sql, [past, future, never])).map((d) => [d.id, d]));
    expect(found.get(past)?.expiresInMs).toBeLessThanOrEqual(0);
    expect(found.get(past)).toMatchObject({ state: 'queued', leaseLeftMs: 0 });
    expect(found.get(future)?.expiresInMs).toBeGreaterThan(0);
    expect(found.get(future)).toMatchObject({ state: 'sending' });
    expect(found.get(never)).toMatchObject({ expiresInMs: null });
    expect(found.get(never)?.dueInMs).toBeGreaterThan(3_500_000);
    await sql`DELETE FROM work WHERE delivery_id = ${past}`;
    expect((await loadDeliveries(sql, [past]))[0]?.dueInMs).toBeNull();
  });

  it('brings the event along as it is read alone', async () => {
    const old = new Date(Date.now() - 100 * 86_400_000).toISOString();
    const body = JSON.stringify({ data: { total: '12.50', name: 'Söhne 😀' }, recipients: [{ id: 'u-1' }] });
    const seeds = [{ body }, { occurredAt: old, expiresAt: '2199-01-01T00:00:00.000001Z' }, { lane: 'bulk' }];
    const ids = await Promise.all(seeds.map((seed) => seedDelivery(sql, seed)));
    const [versioned, , dropped] = await sql<{ event_id: string }[]>`
      SELECT event_id FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS g(id, n) JOIN deliveries USING (id) ORDER BY n`;
    await sql`UPDATE events SET entity_version = 7, traceparent = '00-a-b-01' WHERE id = ${versioned?.event_id ?? ''}`;
    await sql`DELETE FROM event_payloads WHERE id = ${dropped?.event_id ?? ''}`;
    const both = await loadDeliveriesWithEvents(sql, [...ids, randomUUID()]);
    expect(both.map((one) => one.delivery.id).sort()).toEqual([...ids].sort());
    for (const { delivery, event } of both) {
      const {
        dueInMs: _due,
        expiresInMs: _left,
        ...alone
      } = (await loadDeliveries(sql, [delivery.id]))[0] as LoadedDelivery;
      expect(delivery).toMatchObject(alone);
      expect(event).toEqual((await readEventsForSending(sql, [delivery.eventId]))[0]);
    }
    expect(await loadDeliveriesWithEvents(sql, [])).toEqual([]);
  });

  it('finds deliveries of different months in one statement', async () => {
    const old = new Date(Date.now() - 100 * 86_400_000).toISOString();
    const ids = [await seedDelivery(sql, { occurredAt: old }), await seedDelivery(sql)];
    expect((await loadDeliveries(sql, [...ids, randomUUID()])).map((d) => d.id).sort()).toEqual([...ids].sort());
    expect(
      (
        await beginSending(
          sql,
          [...ids].reverse().map((id) => item(id)),
          LEASE_MS,
        )
      ).map((b) => b.won),
    ).toEqual([true, true]);
    expect(await loadDeliveries(sql, [])).toEqual([]);
  });
});
