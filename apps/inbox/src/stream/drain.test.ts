import { startTcpProxy, type TcpProxy, until } from '@crier/testkit';
import { describe, expect, it } from 'vitest';
import { useInbox } from '../use-inbox.test-support.js';
import { readEvents } from './event-reader.test-support.js';

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
    const token = await inbox.token('crowd');
    const others = await Promise.all(Array.from({ length: 100 }, (_, n) => inbox.token(`crowd-${n}`)));
    const before = memoryMb();
    const tokens = Array.from({ length: 1_000 }, (_, n) => (n < 500 ? token : (others[n % 100] as string)));
    const readers = await Promise.all(tokens.map((as) => readEvents(inbox.url(), as)));
    expect(new Set(readers.map((reader) => reader.status))).toEqual(new Set([200]));
    await until(async () => readers.every((reader) => reader.heard.length > 0), {
      what: 'a count each',
      timeoutMs: 60_000,
    });
    expect(inbox.streams()).toBe(1_000);
    // Both ends of every connection live in this process.
    expect(memoryMb() - before).toBeLessThan(250);

    const began = performance.now();
    const id = await inbox.card({ recipient: 'crowd' });
    const heard = () => readers.slice(0, 500).filter((reader) => reader.heard.some((one) => one.data.id === id)).length;
    await until(async () => heard() === 500, { what: 'the card everywhere', timeoutMs: 30_000 });
    console.log(
      `1,000 streams: ${Math.round(memoryMb() - before)} MB both ends; a card to 500 of them in ${Math.round(performance.now() - began)} ms`,
    );
    expect(readers.slice(500).some((reader) => reader.heard.some((one) => one.data.id === id))).toBe(false);

    await inbox.drain();
    await until(async () => readers.every((reader) => reader.ended()), { what: 'every stream to end' });
    expect(inbox.streams()).toBe(0);
    const late = await inbox.call('/v1/inbox/stream', { as: token });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
  });
});
