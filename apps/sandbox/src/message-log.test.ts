import { describe, expect, it } from 'vitest';
import { createMessageLog } from './message-log.js';
import type { Send } from './send.js';

const send = (to: string, key: string | null, sizeBytes = 100): Send => ({
  operation: 'SendEmail',
  from: 'erp@example.com',
  to: [to],
  key,
  sizeBytes,
  content: async () => ({ subject: null, text: null, html: null }),
  raw: () => '',
});
const logOf = (keepBodies: number, keepBytes: number) => createMessageLog({ keepBodies, keepBytes, changed: () => {} });

describe('the message log', () => {
  it('keeps exact totals, counts and addresses of everything, and bodies of the last ones', () => {
    const log = logOf(10, 1e9);
    for (let n = 0; n < 50_000; n += 1)
      log.accept(n % 2 ? 'ses' : 'twilio', send(`User${n % 1000}@x.yz`, `k${n % 49_990}`), `id${n}`, n);

    expect(log.counts().total).toBe(50_000);
    expect(log.counts().keys).toBe(49_990);
    expect(log.counts().duplicates).toEqual(Array.from({ length: 10 }, (_, n) => ({ key: `k${n}`, count: 2 })));
    expect(log.tally()).toEqual({ total: 50_000, chat: 0, keys: 49_990, duplicated: 10, lastId: 50_000 });
    expect(log.find({ to: 'user7@X.yz' }, 1).total).toBe(50);
    expect(log.find({ provider: 'ses' }, 1).total).toBe(25_000);
    expect(log.find({ channel: 'sms' }, 1).total).toBe(25_000);
    expect(log.countSince('ses', 49_000)).toBe(500);

    const [oldest] = log.find({ key: 'k10' }, 1).entries;
    expect(oldest).toMatchObject({
      id: 11,
      provider: 'twilio',
      to: 'user10@x.yz',
      key: 'k10',
      at: 10,
      body: undefined,
    });
    const { entries } = log.find({}, 11);
    expect(entries.map(({ body }) => body !== undefined)).toEqual([...Array(10).fill(true), false]);
    expect(entries[0]).toMatchObject({ to: 'User999@x.yz', copies: 2, body: { messageId: 'id49999' } });
  });

  it('counts a message without a key in the total only, and those of a chat by themselves', () => {
    const log = logOf(10, 1e9);
    log.accept('chat', send('ops', null), 'a', 1);
    log.accept('chat', send('ops', null), 'b', 2);
    expect(log.counts()).toEqual({ total: 2, keys: 0, duplicates: [] });
    expect(log.tally()).toMatchObject({ total: 2, chat: 2 });
  });

  it('forgets bodies earlier when they are large, but never the newest', () => {
    const log = logOf(10, 250);
    for (const n of [1, 2, 3]) log.accept('ses', send('a@b.c', `k${n}`), `id${n}`, n);
    expect(log.find({}, 10).entries.map(({ body }) => body?.messageId)).toEqual(['id3', 'id2', undefined]);
    log.accept('ses', send('a@b.c', 'k4', 10_000), 'id4', 4);
    expect(log.find({}, 10).entries.map(({ body }) => body?.messageId)).toEqual([
      'id4',
      undefined,
      undefined,
      undefined,
    ]);
    log.clear();
    log.accept('ses', send('a@b.c', 'k5', 200), 'id5', 5);
    expect(log.find({}, 10).entries.map(({ id, body }) => [id, body?.messageId])).toEqual([[5, 'id5']]);
  });
});
