import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { explainRecipient } from '../deliveries/explain.js';
import { listEventDeliveries } from '../deliveries/read-deliveries.js';
import { insertEvents, type NewEvent } from '../events/insert-events.js';
import { readContent, readRoutableEvents } from '../events/read-events.js';
import { dueInMs, newChunk, newDelivery, newEvent, rowOf, startSending, TODAY } from '../record.test-support.js';
import { ensurePeople } from '../routing/people.js';
import { storeRouting } from '../routing/store-routing.js';
import { listSuppressions } from '../suppressions/list-suppressions.js';
import { suppress } from '../suppressions/suppress.js';
import { eraseRecipient } from './erase-recipient.js';
import { writePreferences } from './preferences.js';
import { registerPushToken } from './push-tokens.js';
import { getRecipient, putRecipient } from './recipients.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 10, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE outbox, event_payloads, people, recipients, audit_log, preferences, preference_changes, push_tokens, inbox_items`;
});

const inline = (id: string) => ({ id, name: id.toUpperCase(), email: `${id}@example.com` });
const accept = async (recipients: readonly unknown[]): Promise<NewEvent> => {
  const event = newEvent({ recipients });
  await insertEvents(sql, [event]);
  return event;
};
/** Routes the first `count` recipients; by default all, to the end. */
const route = async (event: NewEvent, names: readonly string[], count = names.length): Promise<string[]> => {
  const people = await ensurePeople(sql, names);
  const deliveries = names.slice(0, count).map((name) => newDelivery(event, name, people.get(name) as number));
  await storeRouting(sql, [newChunk(event, { deliveries, to: count, last: count === names.length })]);
  return deliveries.map((d) => d.id);
};
const recipientsOf = async (event: NewEvent) => (await readContent(sql, event.id))?.recipients;
const auditOf = () => sql`SELECT actor, action, subject FROM audit_log`;

describe('erasing a person', () => {
  it('takes directory entry, name, address and id away and keeps what was sent provable', async () => {
    await putRecipient(sql, 'maria', { email: 'maria@example.com' });
    const event = await accept([inline('maria'), inline('otto')]);
    const [maria, otto] = (await route(event, ['maria', 'otto'])) as [string, string];
    expect(await eraseRecipient(sql, 'maria')).toBe(true);

    expect(await getRecipient(sql, 'maria')).toBeUndefined();
    expect(await rowOf(sql, maria)).toMatchObject({
      address: null,
      name: null,
      state: 'suppressed',
      reason: 'cancelled',
    });
    expect(await rowOf(sql, otto)).toMatchObject({ address: 'otto@example.com', state: 'queued' });
    expect(await recipientsOf(event)).toEqual([inline('otto')]);
    expect(await explainRecipient(sql, event.id, 'maria')).toEqual([]);
    const { deliveries } = await listEventDeliveries(sql, event.id, { limit: 10, cursor: null });
    expect(deliveries.map((d) => d.recipientId).sort()).toEqual(['otto', null].sort());
    const everything = JSON.stringify([
      await sql`SELECT * FROM people`,
      await sql`SELECT * FROM event_payloads`,
      await sql`SELECT address, name FROM deliveries WHERE event_id = ${event.id}`,
      await sql`SELECT * FROM audit_log`,
    ]);
    expect(everything).not.toMatch(/maria/i);
    expect(await auditOf()).toMatchObject([{ actor: 'api', action: 'erase' }]);
  });

  it('R-10.7 takes wishes, devices and inbox away, those of nobody else, and keeps the suppression list', async () => {
    const people = await ensurePeople(sql, ['maria', 'otto']);
    for (const n of people.values()) {
      await writePreferences(sql, n, { categories: { marketing: { email: false } } }, 'recipient');
      await registerPushToken(sql, n, { kind: 'fcm', hash: randomBytes(32), sealed: Buffer.from('sealed') });
      await sql`
        INSERT INTO inbox_items (person, collapse_key, id, type, entity_type, entity_id, occurred_at, title, body)
        VALUES (${n}, 'key', gen_random_uuid(), 'stock.low', 'item', 'I-1', now(), 'Stock', 'Low')`;
    }
    const bounced = { channel: 'email', address: 'maria@example.com', reason: 'hard_bounce' } as const;
    const evidence = { provider: 'ses', code: null, deliveryId: null, evidenceAt: TODAY };
    await suppress(sql, [{ ...bounced, ...evidence }]);
    await eraseRecipient(sql, 'maria');
    for (const table of ['preferences', 'push_tokens', 'inbox_items'])
      expect(await sql`SELECT person FROM ${sql(table)}`).toEqual([{ person: people.get('otto') }]);
    expect(await sql`SELECT person, actor, before, after FROM preference_changes ORDER BY n`).toEqual([
      { person: people.get('maria'), actor: 'recipient', before: null, after: null },
      {
        person: people.get('otto'),
        actor: 'recipient',
        before: null,
        after: { categories: { marketing: { email: false } } },
      },
    ]);
    expect(await listSuppressions(sql, 'maria@example.com')).toHaveLength(1);
  });

  it.each(['pending', 'queued', 'held', 'waiting_document', 'retrying'])('ends what waits as %s', async (state) => {
    const event = await accept([inline('maria')]);
    const [id] = (await route(event, ['maria'])) as [string];
    await sql`UPDATE deliveries SET state = ${state} WHERE id = ${id}`;
    await eraseRecipient(sql, 'maria');
    expect(await rowOf(sql, id)).toMatchObject({ state: 'suppressed', reason: 'cancelled', address: null });
    expect(await dueInMs(sql, id)).toBeUndefined();
  });

  it.each(['unknown', 'accepted', 'delivered', 'bounced', 'expired', 'dead'])(
    'leaves the state %s as it is',
    async (state) => {
      const event = await accept([inline('maria')]);
      const [id] = (await route(event, ['maria'])) as [string];
      await sql`UPDATE deliveries SET state = ${state}, reason = 'rejected' WHERE id = ${id}`;
      await eraseRecipient(sql, 'maria');
      expect(await rowOf(sql, id)).toMatchObject({ state, reason: 'rejected', address: null, name: null });
      expect(await dueInMs(sql, id)).toBeDefined();
    },
  );

  it('lets whoever is sending finish', async () => {
    const event = await accept([inline('maria')]);
    const ids = await route(event, ['maria']);
    const token = await startSending(sql, ids);
    await eraseRecipient(sql, 'maria');
    expect(await rowOf(sql, ids[0] as string)).toMatchObject({ state: 'sending', lease_token: token, address: null });
  });

  it('knows nothing of somebody unknown, and writes nothing', async () => {
    expect(await eraseRecipient(sql, 'nobody')).toBe(false);
    expect(await auditOf()).toEqual([]);
    await putRecipient(sql, 'listed', { email: 'l@example.com' });
    expect(await eraseRecipient(sql, 'listed')).toBe(true);
    expect(await eraseRecipient(sql, 'listed')).toBe(false);
  });
});

describe('erasing from stored events', () => {
  it('finds the person as an object and as an id, once or twice, and nobody with a similar id', async () => {
    const others = ['maria2', 'Maria', { id: 'mar' }, { id: 'x', name: 'maria' }];
    const event = await accept(['maria', ...others, inline('maria')]);
    await route(event, ['maria', 'maria2', 'Maria', 'mar', 'x']);
    await eraseRecipient(sql, 'maria');
    expect(await recipientsOf(event)).toEqual(others);
  });

  it('finds events in which it was only decided against the person', async () => {
    const event = await accept([{ id: 'maria', name: 'Maria' }, inline('otto')]);
    const people = await ensurePeople(sql, ['maria', 'otto']);
    const set = {
      id: event.id,
      channel: 'email',
      reason: 'no_address',
      people: [people.get('maria') as number],
      inFavourOf: null,
    };
    await storeRouting(sql, [newChunk(event, { decisionSets: [set] })]);
    await eraseRecipient(sql, 'maria');
    expect(await recipientsOf(event)).toEqual([inline('otto')]);
  });

  it('finds events that are not routed yet, so that they never reach the person', async () => {
    const event = await accept([inline('maria'), inline('otto')]);
    expect(await eraseRecipient(sql, 'maria')).toBe(true);
    expect(await recipientsOf(event)).toEqual([inline('otto')]);
    expect((await readRoutableEvents(sql, [event.id]))[0]).toMatchObject({ cursor: 0 });
    expect(await sql`SELECT FROM people`).toHaveLength(0);
  });

  it('may leave an event without anybody', async () => {
    const event = await accept([inline('maria')]);
    await eraseRecipient(sql, 'maria');
    expect(await recipientsOf(event)).toEqual([]);
  });

  it.each([
    ['in front of the cursor', 'a', ['c', 'd']],
    ['behind the cursor', 'd', ['c']],
    ['at the cursor', 'c', ['d']],
  ])('R-3.4 makes no router leave out somebody else: the person stands %s', async (_where, gone, rest) => {
    const names = ['a', 'b', 'c', 'd'];
    const event = await accept(names.map(inline));
    await route(event, names, 2);
    await eraseRecipient(sql, gone);
    const [left] = await readRoutableEvents(sql, [event.id]);
    const still = left?.content?.recipients.slice(left.cursor).map((r) => (typeof r === 'string' ? r : r.id));
    expect(still).toEqual(rest);
  });

  it('lets no router that has read the recipients before reach the person', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const event = await accept(names.map(inline));
    await route(event, names, 2);
    const people = await ensurePeople(sql, names);
    await eraseRecipient(sql, 'd');
    const late = ['c', 'd'].map((name) => newDelivery(event, name, people.get(name) as number));
    const [stored] = await storeRouting(sql, [newChunk(event, { deliveries: late, from: 2, to: 4 })]);
    expect(stored).toMatchObject({ moved: false, created: [] });
    expect(await readRoutableEvents(sql, [event.id])).toMatchObject([{ cursor: 2, revision: 1 }]);
  });

  it('does not lock up when many people of the same events are erased at once', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `p-${n}`);
    const events = [];
    for (let n = 0; n < 6; n++) {
      const event = await accept(names.map(inline));
      await route(event, names, n % 2 === 0 ? names.length : 5);
      events.push(event);
    }
    expect(await Promise.all(names.map((name) => eraseRecipient(sql, name)))).toEqual(names.map(() => true));
    for (const event of events) expect(await recipientsOf(event)).toEqual([]);
    const [open] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM people WHERE external_id IS NOT NULL`;
    expect(open?.n).toBe(0);
    const cursors = await readRoutableEvents(
      sql,
      events.map((event) => event.id),
    );
    expect(cursors.map((event) => event.cursor)).toEqual([0, 0, 0]);
  });
});
