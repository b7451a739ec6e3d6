import { randomUUID } from 'node:crypto';
import { type DeliveryState, keyOf, type ProviderEventKind, STATES } from '@crier/domain';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordCallbacks } from '../callbacks/record-callbacks.js';
import { createSql, type Sql } from '../client.js';
import { RepeatedRow } from '../once-each.js';
import {
  bury,
  deadLetterOf,
  dueInMs,
  logOf,
  rowOf,
  seedDeliveries,
  seedDelivery,
  startSending,
} from '../record.test-support.js';
import { type Acceptance, recordAccepted } from './record-accepted.js';
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

const taken = (id: string, change: Partial<Acceptance> = {}): Acceptance => ({
  id,
  provider: 'ses',
  messageId: `m-${id}`,
  status: 200,
  evidence: 'answer',
  ...change,
});
const accept = async (acceptance: Acceptance): Promise<boolean> =>
  (await recordAccepted(sql, [acceptance])).has(acceptance.id);
const messagesOf = async (id: string): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    SELECT provider || ' ' || message_id AS name FROM provider_messages WHERE delivery_id = ${id} ORDER BY 1`;
  return rows.map((row) => row.name);
};
const inState = async (state: DeliveryState): Promise<string> => {
  const id = await seedDelivery(sql);
  if (state === 'sending') await startSending(sql, [id]);
  else await sql`UPDATE deliveries SET state = ${state} WHERE id = ${id}`;
  return id;
};

const HIGHER = ['accepted', 'delivered', 'bounced'] as const;
const LOWER = STATES.filter((state) => !(HIGHER as readonly DeliveryState[]).includes(state));

describe('R-4.4 evidence of acceptance', () => {
  it.each(LOWER)('wins from %s', async (state) => {
    const id = await inState(state);
    expect(await accept(taken(id))).toBe(true);
    expect(await rowOf(sql, id)).toMatchObject({
      state: 'accepted',
      reason: null,
      provider: 'ses',
      provider_message_id: `m-${id}`,
      accepted_at: expect.any(String),
      lease_token: null,
      lease_until: null,
    });
    expect(await dueInMs(sql, id)).toBeUndefined();
    expect(await messagesOf(id)).toEqual([`ses m-${id}`]);
    expect((await logOf(sql, id)).map((entry) => entry.result)).toEqual(['accepted']);
  });

  it.each(HIGHER)('never takes %s back, and logs the second acceptance', async (state) => {
    const id = await inState('sending');
    await accept(taken(id));
    await sql`UPDATE deliveries SET state = ${state}, reason = 'hard_bounce', delivered_at = now() WHERE id = ${id}`;
    const before = await rowOf(sql, id);
    expect(await accept(taken(id, { provider: 'sendgrid', messageId: 'second' }))).toBe(false);
    expect(await rowOf(sql, id)).toEqual({ ...before, log_seq: 2 });
    expect(await messagesOf(id)).toEqual(['sendgrid second', `ses m-${id}`]);
    expect((await logOf(sql, id)).map((entry) => [entry.seq, entry.provider])).toEqual([
      [1, 'ses'],
      [2, 'sendgrid'],
    ]);
  });

  it('may be said again, word for word', async () => {
    const id = await inState('sending');
    expect([await accept(taken(id)), await accept(taken(id))]).toEqual([true, false]);
    expect(await messagesOf(id)).toEqual([`ses m-${id}`]);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted' });
  });

  it('by a mark says so in the log', async () => {
    const id = await inState('unknown');
    expect(await accept(taken(id, { evidence: 'mark', status: null }))).toBe(true);
    expect(await logOf(sql, id)).toMatchObject([{ code: 'found_by_mark', result: 'accepted', provider: 'ses' }]);
  });

  it('R-8.1 closes the dead letter, and says by what', async () => {
    const id = await seedDelivery(sql);
    await bury(sql, [id], 'unknown_outcome');
    expect(await accept(taken(id))).toBe(true);
    expect(await deadLetterOf(sql, id)).toEqual({
      reason: 'unknown_outcome',
      open: false,
      closed_by: 'evidence of acceptance',
    });
  });

  it('leaves a dead letter alone that somebody else has closed', async () => {
    const id = await seedDelivery(sql);
    await bury(sql, [id]);
    await sql`UPDATE dead_letters SET closed_at = now(), closed_by = 'mia' WHERE delivery_id = ${id}`;
    await accept(taken(id));
    expect(await deadLetterOf(sql, id)).toMatchObject({ closed_by: 'mia' });
  });

  it('ends the lease of whoever sends it again: their verdict comes too late', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    await accept(taken(id));
    const guard = { kind: 'lease', token } as const;
    const moved = await transitionDeliveries(sql, [
      { id, guard, to: 'dead', reason: 'rejected', dueInMs: 0, entry: null },
    ]);
    expect(moved.size).toBe(0);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted' });
  });

  it('is told once to twenty who bring it at once', async () => {
    const id = await inState('sending');
    const first = await Promise.all(
      Array.from({ length: 20 }, (_, n) => accept(taken(id, { messageId: `m-${n % 4}` }))),
    );
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await messagesOf(id)).toEqual([0, 1, 2, 3].map((n) => `ses m-${n}`));
    expect(await rowOf(sql, id)).toMatchObject({ log_seq: 20 });
  });

  it('of a copy that the provider has taken back since does not bring it back', async () => {
    const id = await inState('sending');
    const at = new Date().toISOString();
    const said = { provider: 'ses', messageId: 'm-1', kind: 'rejected' as ProviderEventKind, at };
    await recordCallbacks(sql, [{ deliveryKey: keyOf(id), ...said, code: 'Reject', detail: null }]);
    await accept(taken(id, { messageId: 'm-1' }));
    expect(await rowOf(sql, id)).toMatchObject({ state: 'bounced', reason: 'rejected_later' });
    expect(await deadLetterOf(sql, id)).toMatchObject({ open: true });
  });

  it('of a copy that the row has already changes nothing of a delivery that was put back', async () => {
    const id = await inState('sending');
    await accept(taken(id, { messageId: 'm-1' }));
    await sql`UPDATE deliveries SET state = 'queued' WHERE id = ${id}`;
    await sql`INSERT INTO work (delivery_id, channel, lane) VALUES (${id}, 'email', 'transactional')`;
    const token = await startSending(sql, [id]);
    expect(await accept(taken(id, { messageId: 'm-1', evidence: 'mark' }))).toBe(false);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'sending', lease_token: token });
    expect(await accept(taken(id, { messageId: 'm-2' }))).toBe(true);
    expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted', provider_message_id: 'm-2' });
  });

  it('wins against a burial that comes at the same time, whichever is first', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await seedDelivery(sql);
      await Promise.all([accept(taken(id)), bury(sql, [id]), accept(taken(id))]);
      expect(await rowOf(sql, id)).toMatchObject({ state: 'accepted' });
      expect((await deadLetterOf(sql, id))?.open ?? false).toBe(false);
      expect(await dueInMs(sql, id)).toBeUndefined();
    }
  });
});

describe('a batch', () => {
  it('answers for each, and for none that does not exist', async () => {
    const { ids } = await seedDeliveries(sql, 3);
    const [queued, accepted, dead] = ids as [string, string, string];
    await accept(taken(accepted));
    await bury(sql, [dead]);
    const became = await recordAccepted(sql, [taken(randomUUID()), ...[...ids].reverse().map((id) => taken(id))]);
    expect(became).toEqual(new Set([queued, dead]));
    expect(await recordAccepted(sql, [])).toEqual(new Set());
  });

  it('is refused with one delivery twice: one of the two acceptances would leave no trace', async () => {
    const id = await inState('sending');
    await expect(recordAccepted(sql, [taken(id), taken(id, { messageId: 'other' })])).rejects.toBeInstanceOf(
      RepeatedRow,
    );
    expect(await rowOf(sql, id)).toMatchObject({ state: 'sending' });
    expect(await messagesOf(id)).toEqual([]);
  });
});
