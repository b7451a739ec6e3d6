import { eraseRecipient, markItem } from '@crier/db';
import { until } from '@crier/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { useInbox } from '../use-inbox.test-support.js';
import { type EventReader, readEvents } from './event-reader.test-support.js';

const inbox = useInbox({ heartbeatMs: 200 });
const open: EventReader[] = [];
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close();
  await until(async () => inbox.streams() === 0, { what: 'closed streams to be forgotten' });
});

const listen = async (recipient = 'u-1', lastEventId?: number): Promise<EventReader> => {
  const reader = await readEvents(inbox.url(), await inbox.token(recipient), lastEventId);
  open.push(reader);
  await until(async () => reader.heard.length > 0, { what: 'the first count' });
  return reader;
};
const isItem = (id: string) => (heard: { event: string; data: Record<string, unknown> }) =>
  heard.event === 'item' && heard.data.id === id;
const isCount = (count: number) => (heard: { event: string; data: Record<string, unknown> }) =>
  heard.event === 'count' && heard.data.count === count;

describe('R-10.2 a live inbox', () => {
  it('begins with the count, then tells each change and the new count', async () => {
    await inbox.card();
    const reader = await listen();
    expect(reader.heard).toMatchObject([{ event: 'count', data: { count: 1 } }]);
    expect(reader.asides[0]).toBe('retry: 2000');
    const id = await inbox.card({ title: 'Grüße aus नेपाल\nzwei' });
    expect((await reader.hear('the card', isItem(id))).data).toMatchObject({
      title: 'Grüße aus नेपाल\nzwei',
      seenAt: null,
    });
    await reader.hear('two unread', isCount(2));
    await inbox.call(`/v1/inbox/${id}/archive`, { method: 'POST', as: await inbox.token() });
    await reader.hear('the archived card', (heard) => isItem(id)(heard) && heard.data.archivedAt !== null);
    await until(async () => reader.heard.at(-1)?.event === 'count' && reader.heard.at(-1)?.data.count === 1, {
      what: 'one unread',
    });
    const ids = reader.heard.map((heard) => heard.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('tells nobody else', async () => {
    const [mine, theirs] = [await listen('u-1'), await listen('u-2')];
    const id = await inbox.card({ recipient: 'u-1' });
    await mine.hear('the card', isItem(id));
    await inbox.cards({ recipient: 'u-2', title: 'for u-2' });
    await theirs.hear('the other card', (heard) => heard.data.title === 'for u-2');
    expect(theirs.heard.some(isItem(id))).toBe(false);
  });

  it('resumes after the last event, with all that happened meanwhile and each card once', async () => {
    const reader = await listen();
    const first = await inbox.card();
    const { id: last } = await reader.hear('the first card', isItem(first));
    reader.close();
    await until(async () => inbox.streams() === 0, { what: 'the stream to be forgotten' });
    const meanwhile = await Promise.all(Array.from({ length: 130 }, () => inbox.card()));
    await markItem(inbox.sql(), await inbox.personOf('u-1'), first, 'read');
    const again = await listen('u-1', last);
    await again.hear('the count', isCount(130));
    const items = again.heard.filter((heard) => heard.event === 'item').map((heard) => heard.data.id);
    expect([...items].sort()).toEqual([...meanwhile, first].sort());
  });

  it('sends everything to a client that comes from another inbox, or from the future', async () => {
    const ids = [await inbox.card(), await inbox.card()];
    const reader = await listen('u-1', 999_999_999);
    await reader.hear('the count', isCount(2));
    expect(reader.heard.filter((heard) => heard.event === 'item').map((heard) => heard.data.id)).toEqual(ids);
  });

  it('shows signs of life, and finds at the next what no notice brought', async () => {
    const reader = await listen();
    await until(async () => reader.asides.filter((aside) => aside.startsWith(':')).length >= 2, {
      what: 'two heartbeats',
    });
    const person = await inbox.personOf('u-1');
    await inbox.sql()`
      INSERT INTO inbox_items (person, collapse_key, id, type, entity_type, entity_id, occurred_at, title, body)
      VALUES (${person}, 'k', gen_random_uuid(), 't', 'e', '1', now(), 'quiet', 'b')`;
    await reader.hear('the card', (heard) => heard.data.title === 'quiet');
  });

  it('ends when its token expires', async () => {
    const reader = await listen();
    inbox.passMs(3_600_001);
    await until(async () => reader.ended(), { what: 'the end' });
  });

  it('R-10.7 ends when its person is erased', async () => {
    const [reader, other] = [await listen('gone'), await listen()];
    await eraseRecipient(inbox.sql(), 'gone');
    await until(async () => reader.ended(), { what: 'the end' });
    expect(other.ended()).toBe(false);
  });

  it('loses nothing while cards come and clients come and go', { timeout: 60_000 }, async () => {
    const token = await inbox.token();
    const known = new Map<unknown, unknown>();
    let last: number | undefined;
    let connections = 0;
    let done = false;
    const client = async () => {
      for (let finished = false; !finished; ) {
        finished = done;
        const reader = await readEvents(inbox.url(), token, last ?? 0);
        connections += 1;
        const heardAll = finished ? 40 : 1 + (connections % 4);
        await until(
          async () => reader.heard.length >= heardAll || (finished && reader.heard.at(-1)?.event === 'count'),
          {
            what: 'events',
          },
        ).catch(() => {});
        for (const heard of reader.heard) {
          if (heard.event === 'item') known.set(heard.data.card, heard.data);
          last = heard.id;
        }
        reader.close();
      }
    };
    const following = client();
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) {
      ids.push(await inbox.card({ entityId: `PO-${n % 20}`, version: n }));
      if (n % 3 === 0) await markItem(inbox.sql(), await inbox.personOf('u-1'), ids[n] as string, 'read');
    }
    done = true;
    await following;
    const { items } = await inbox.json('/v1/inbox', { as: token });
    expect(items).toHaveLength(20);
    expect(connections).toBeGreaterThan(3);
    expect(new Set(known.values())).toEqual(new Set(items));
  });
});
