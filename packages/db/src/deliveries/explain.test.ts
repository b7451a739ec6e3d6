import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { insertEvents } from '../events/insert-events.js';
import { newChunk, newDelivery, newEvent, seedDelivery } from '../record.test-support.js';
import { ensurePeople } from '../routing/people.js';
import { storeRouting } from '../routing/store-routing.js';
import { explainRecipient } from './explain.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 4, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const story = async (state: string, reason: string | null) => {
  const id = await seedDelivery(sql);
  await sql`UPDATE deliveries SET state = ${state}, reason = ${reason} WHERE id = ${id}`;
  if (['accepted', 'delivered', 'bounced', 'expired', 'suppressed', 'dead'].includes(state))
    await sql`DELETE FROM work WHERE delivery_id = ${id}`;
  const [row] = await sql<{ event_id: string }[]>`SELECT event_id FROM deliveries WHERE id = ${id}`;
  const decisions = await explainRecipient(sql, row?.event_id ?? '', 'u-1');
  expect(decisions).toHaveLength(1);
  return { id, decision: decisions[0] };
};

describe('R-6.1 the decision about a person', () => {
  it.each([
    ['queued', null, 'send', 'eligible'],
    ['sending', null, 'send', 'eligible'],
    ['retrying', null, 'send', 'eligible'],
    ['held', 'quiet_hours', 'hold', 'quiet_hours'],
    ['waiting_document', null, 'hold', 'eligible'],
    ['unknown', null, 'unknown', 'unknown_outcome'],
    ['accepted', null, 'send', 'sent'],
    ['delivered', null, 'send', 'sent'],
    ['bounced', 'hard_bounce', 'send', 'sent'],
    ['expired', 'expired', 'suppress', 'expired'],
    ['expired', null, 'suppress', 'expired'],
    ['suppressed', 'cancelled', 'suppress', 'cancelled'],
    ['dead', 'bad_address', 'dead', 'bad_address'],
  ] as const)('whose delivery is %s (%s) is %s, %s', async (state, reason, outcome, told) => {
    const { id, decision } = await story(state, reason);
    expect(decision).toMatchObject({ channel: 'email', outcome, reason: told, deliveryId: id, inFavourOf: null });
    expect(decision?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const waits = ['queued', 'sending', 'retrying', 'held', 'waiting_document', 'unknown'].includes(state);
    expect(decision?.until).toEqual(waits ? expect.stringMatching(/Z$/) : null);
  });

  it('who was decided against has the reason, and in whose favour', async () => {
    const event = newEvent();
    await insertEvents(sql, [event]);
    const people = await ensurePeople(sql, ['first', 'second', 'third', 'stranger']);
    const n = (name: string) => people.get(name) as number;
    const setId = () => `${event.id.slice(0, 18)}-8${randomUUID().slice(20)}`;
    await storeRouting(sql, [
      newChunk(event, {
        deliveries: [newDelivery(event, 'first', n('first'))],
        decisionSets: [
          {
            id: setId(),
            channel: 'email',
            reason: 'duplicate',
            people: [n('second'), n('third')].sort((a, b) => a - b),
            inFavourOf: [n('first'), n('first')],
          },
          {
            id: setId(),
            channel: 'sms',
            reason: 'no_address',
            people: [n('first'), n('second')].sort((a, b) => a - b),
            inFavourOf: null,
          },
        ],
      }),
    ]);
    const of = async (name: string) =>
      (await explainRecipient(sql, event.id, name)).map((d) => [d.channel, d.outcome, d.reason, d.inFavourOf]);
    expect(await of('first')).toEqual([
      ['email', 'send', 'eligible', null],
      ['sms', 'suppress', 'no_address', null],
    ]);
    expect(await of('second')).toEqual([
      ['email', 'suppress', 'duplicate', 'first'],
      ['sms', 'suppress', 'no_address', null],
    ]);
    expect(await of('third')).toEqual([['email', 'suppress', 'duplicate', 'first']]);
    expect(await of('stranger')).toEqual([]);
    expect(await of('never seen')).toEqual([]);
  });

  it('is not that of another event of the same instant', async () => {
    const [one, other] = [newEvent(), newEvent()];
    await insertEvents(sql, [one, other]);
    const people = await ensurePeople(sql, ['ann']);
    const delivery = newDelivery(one, 'ann', people.get('ann') as number);
    await storeRouting(sql, [newChunk(one, { deliveries: [delivery] }), newChunk(other)]);
    expect(await explainRecipient(sql, one.id, 'ann')).toHaveLength(1);
    expect(await explainRecipient(sql, other.id, 'ann')).toEqual([]);
  });
});
