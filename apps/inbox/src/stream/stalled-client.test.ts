import { eraseRecipient } from '@crier/db';
import { createLogger } from '@crier/runtime';
import { until } from '@crier/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { useInbox } from '../use-inbox.test-support.js';
import { readEvents } from './event-reader.test-support.js';
import { createInboxStream } from './inbox-stream.js';
import { type LiveInboxes, startLiveInboxes } from './live-inboxes.js';
import { stalledAnswer } from './stalled-client.test-support.js';

const inbox = useInbox();
let live: LiveInboxes | undefined;
afterEach(() => live?.close());

describe('R-10.2 a client that does not read', () => {
  it('is cut off soon after its stream has ended; what comes meanwhile is an error nowhere', async () => {
    const { res, errors } = await stalledAnswer();
    const person = await inbox.personOf('u-1');
    const failures: unknown[] = [];
    const stream = createInboxStream({
      sql: inbox.sql(),
      viewer: { person, isStillValid: () => true },
      from: 0,
      sink: res,
      onError: (error) => failures.push(error),
    });
    await inbox.card();
    stream.wake();
    stream.end();
    const unread = res.writableLength;
    stream.heartbeat();
    stream.wake();
    stream.end();
    await until(async () => res.destroyed, { what: 'the end' });
    expect([errors, failures]).toEqual([[], []]);
    expect(res.writableLength).toBeLessThanOrEqual(unread);
    stream.heartbeat();
    stream.wake();
  });

  it.each(['whose token expires', 'who is erased', 'when the app stops'])(
    '%s is forgotten at once, and nothing is written to it again',
    async (why) => {
      const { res, errors } = await stalledAnswer();
      const person = await inbox.personOf('stalled');
      let valid = true;
      const sql = inbox.sql();
      live = await startLiveInboxes({
        sql,
        directSql: sql,
        log: createLogger({ name: 'inbox', level: 'silent' }),
        heartbeatMs: 50,
      });
      res.once('close', live.open({ person, isStillValid: () => valid }, 0, res));
      expect(live.size()).toBe(1);
      if (why === 'whose token expires') valid = false;
      if (why === 'who is erased') await eraseRecipient(sql, 'stalled');
      if (why === 'when the app stops') await live.close();
      await until(async () => live?.size() === 0, { what: 'the stream to be forgotten' });
      expect(res.destroyed).toBe(false);
      if (why !== 'who is erased') await inbox.card({ recipient: 'stalled' });
      await until(async () => res.destroyed, { what: 'the end' });
      expect(errors).toEqual([]);
    },
  );
});

describe('R-10.2 the streams of one person', () => {
  it('are twenty at most: 429 and when to come back; one that closes makes room, and nobody else is held up', async () => {
    const token = await inbox.token('many');
    const readers = await Promise.all(Array.from({ length: 20 }, () => readEvents(inbox.url(), token)));
    expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await inbox.call('/v1/inbox/stream', { as: token });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'too_many_streams' });
    const other = await readEvents(inbox.url(), await inbox.token('other'));
    expect(other.status).toBe(200);
    readers[0]?.close();
    await until(async () => inbox.streams() === 20, { what: 'the closed one to be forgotten' });
    const again = await readEvents(inbox.url(), token);
    expect(again.status).toBe(200);
    for (const reader of [...readers, other, again]) reader.close();
  });
});
