import { startTcpProxy, type TcpProxy, until } from '@crier/testkit';
import { describe, expect, it } from 'vitest';
import { useInbox } from '../use-inbox.test-support.js';
import { type EventReader, readEvents } from './event-reader.test-support.js';

let proxy: TcpProxy;
const inbox = useInbox({
  heartbeatMs: 60_000,
  listenUrl: async (url) => {
    proxy = await startTcpProxy(url);
    return proxy.url;
  },
});
const memoryMb = (): number => process.memoryUsage().rss / 1024 / 1024;

describe('R-10.2 streams', { timeout: 120_000 }, () => {
  it('go on when the connection that listens was lost, and bring what came meanwhile', async () => {
    const reader = await readEvents(inbox.url(), await inbox.token());
    await until(async () => reader.heard.length > 0, { what: 'the first count' });
    proxy.reset();
    const lost = await inbox.card({ title: 'while nobody listened' });
    await reader.hear('the card', (heard) => heard.data.id === lost);
    const next = await inbox.card();
    await reader.hear('the next card', (heard) => heard.data.id === next);
    reader.close();
  });

  it('are a thousand at once, each live, in modest memory; a drain ends them all and takes no more', async () => {
    const crowd = Array.from({ length: 100 }, (_, n) => `crowd-${n}`);
    const people = await Promise.all(crowd.map((recipient) => inbox.token(recipient)));
    const before = memoryMb();
    const readers: EventReader[] = [];
    for (const token of people)
      readers.push(...(await Promise.all(Array.from({ length: 10 }, () => readEvents(inbox.url(), token)))));
    expect(new Set(readers.map((reader) => reader.status))).toEqual(new Set([200]));
    await until(async () => readers.every((reader) => reader.heard.length > 0), {
      what: 'a count each',
      timeoutMs: 60_000,
    });
    expect(inbox.streams()).toBe(1_000);
    // Both ends of every connection live in this process.
    expect(memoryMb() - before).toBeLessThan(250);

    const began = performance.now();
    const ids = new Set<unknown>(await inbox.cards(...crowd.slice(0, 50).map((recipient) => ({ recipient }))));
    const hasHeard = (reader: EventReader) => reader.heard.some((one) => ids.has(one.data.id));
    const heard = () => readers.slice(0, 500).filter(hasHeard).length;
    await until(async () => heard() === 500, { what: 'the cards everywhere', timeoutMs: 30_000 });
    console.log(
      `1,000 streams: ${Math.round(memoryMb() - before)} MB both ends; 50 cards to 500 of them in ${Math.round(performance.now() - began)} ms`,
    );
    expect(readers.slice(500).some(hasHeard)).toBe(false);

    await inbox.drain();
    await until(async () => readers.every((reader) => reader.ended()), { what: 'every stream to end' });
    expect(inbox.streams()).toBe(0);
    const late = await inbox.call('/v1/inbox/stream', { as: people[0] as string });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
  });
});
