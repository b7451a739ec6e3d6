import { randomUUID } from 'node:crypto';
import { beginDigests, createSql, lastDigest, readDigest, type Sql } from '@crier/db';
import { latestDigest, readLink } from '@crier/domain';
import { createLogger } from '@crier/runtime';
import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChatServer, ok, refuse, startChatServer } from '../alerts/chat-server.test-support.js';
import { type DigestDeps, postDigest } from './post-digest.js';
import { startDigest } from './start-digest.js';

let db: TestDatabase;
let sql: Sql;
let chat: ChatServer;
const BERLIN = { at: '08:30', zone: 'Europe/Berlin' };

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 10, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE digests, dead_letters`;
  chat = await startChatServer();
});
afterEach(() => chat.close());

const at = (iso: string, change: Partial<DigestDeps> = {}): DigestDeps => ({
  sql,
  schedule: BERLIN,
  chat: { kind: 'slack', url: chat.url },
  sendEmail: undefined,
  boardUrl: 'https://crier.example.com',
  secrets: ['secret'],
  redriveTimes: 2,
  nowMs: () => Date.parse(iso),
  log: createLogger({ name: 'test', level: 'silent' }),
  ...change,
});
const five = (deps: DigestDeps) => Promise.all(Array.from({ length: 5 }, () => postDigest(deps)));
const began = (iso: string) => beginDigests(sql, latestDigest(BERLIN, Date.parse(iso)));
const windows = async () =>
  (await sql`SELECT from_at, to_at FROM digests WHERE posted_at IS NOT NULL ORDER BY day`).map(
    (r) => `${r.from_at} ${r.to_at}`,
  );
const waitIsOver = () => sql`UPDATE digests SET post_at = now() - interval '1 s'`;

describe('R-8.4 the daily digest', () => {
  it('is posted once at 08:30 by five schedulers, not before, and not again that day', async () => {
    await began('2026-11-30T06:00:00Z');
    await five(at('2026-11-30T07:29:59Z'));
    expect(chat.posts).toBe(0);
    await five(at('2026-11-30T07:30:00Z'));
    await five(at('2026-11-30T07:30:05Z'));
    await five(at('2026-12-01T07:29:59Z'));
    expect(chat.taken).toEqual(['📋 Daily digest: 0 died, 0 open']);
    await five(at('2026-12-01T07:30:00Z'));
    expect(chat.posts).toBe(2);
  });

  it.each([
    ['in spring', '2026-03-27T12:00:00Z', 4, ['23', '24', '24']],
    ['in autumn', '2026-10-23T12:00:00Z', 4, ['25', '24', '24']],
  ])('comes once a day over the edge of summer time %s, and its windows join', async (_name, first, days, hours) => {
    await began(first);
    const start = Date.parse(first);
    for (let now = start; now < start + days * 86_400_000; now += 1_800_000)
      await postDigest(at(new Date(now).toISOString()));
    expect(chat.posts).toBe(days);
    const rows = await sql<{ h: number; joined: boolean }[]>`
      SELECT extract(epoch FROM to_at - from_at)::int / 3600 AS h, from_at = lag(to_at) OVER (ORDER BY day) AS joined FROM digests ORDER BY day`;
    expect(rows.slice(1).every(({ joined }) => joined)).toBe(true);
    expect(rows.slice(2).map(({ h }) => String(h))).toEqual(hours);
  });

  it.each([
    ['America/New_York', '2026-03-06T18:00:00Z', '2026-03-08'],
    ['America/New_York', '2026-10-30T18:00:00Z', '2026-11-01'],
    ['Asia/Kathmandu', '2026-11-28T18:00:00Z', '2026-11-30'],
  ])(
    'R-8.4 comes once a day at 08:30 local in %s from five schedulers, the clock driven from %s through %s',
    async (zone, first, through) => {
      const schedule = { at: '08:30', zone };
      const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
      await beginDigests(sql, latestDigest(schedule, Date.parse(first)));
      const posted: string[] = [];
      const start = Date.parse(first);
      for (let now = start; now < start + 4 * 86_400_000; now += 900_000) {
        const before = chat.posts;
        await five(at(new Date(now).toISOString(), { schedule }));
        for (let n = before; n < chat.posts; n++) posted.push(wall.format(now));
      }
      const days = [-1, 0, 1, 2].map((n) => new Date(Date.parse(through) + n * 86_400_000).toISOString().slice(0, 10));
      expect(posted).toEqual(days.map((day) => `${day} 08:30`));
    },
  );

  it('R-8.4 a restart at 08:30 does not make it two', async () => {
    await began('2026-11-29T12:00:00Z');
    await postDigest(at('2026-11-30T07:30:00Z'));
    const again = startDigest(at('2026-11-30T07:30:01Z'));
    await again.close();
    expect(chat.posts).toBe(1);
  });

  it('comes late rather than never: after hours, and after days with all of them in one', async () => {
    await began('2026-11-26T12:00:00Z');
    await five(at('2026-11-30T15:00:00Z'));
    expect(chat.posts).toBe(1);
    expect((await windows()).at(-1)).toBe('2026-11-26 07:30:00+00 2026-11-30 15:00:00+00');
  });

  it('comes late rather than never: when the chat was down', async () => {
    await began('2026-11-29T12:00:00Z');
    chat.answer = refuse(503);
    await five(at('2026-11-30T07:30:00Z'));
    await five(at('2026-11-30T07:30:05Z'));
    expect(chat.posts).toBe(1);
    chat.answer = ok;
    await waitIsOver();
    await five(at('2026-11-30T07:31:00Z'));
    expect(chat.taken).toHaveLength(1);
    expect((await lastDigest(sql))?.toMs).toBe(Date.parse('2026-11-30T07:31:00Z'));
  });

  it('a new installation begins with the next one', async () => {
    const scheduler = startDigest(at('2026-11-30T15:00:00Z'));
    await until(async () => (await lastDigest(sql)) !== undefined, { what: 'the beginning' });
    await scheduler.close();
    expect(chat.posts).toBe(0);
    await postDigest(at('2026-12-01T07:30:00Z'));
    expect(chat.posts).toBe(1);
  });

  it('R-8.7 goes by email when the chat has not taken it for two minutes, or there is none: once that day', async () => {
    const mails: string[] = [];
    const sendEmail: DigestDeps['sendEmail'] = async ({ id, subject }) => {
      mails.push(`${id}: ${subject}`);
      return { kind: 'sent' };
    };
    await began('2026-11-29T12:00:00Z');
    chat.answer = refuse(503);
    await five(at('2026-11-30T07:30:00Z', { sendEmail }));
    expect(mails).toEqual([]);
    for (const time of ['07:32:00', '07:33:00']) {
      await waitIsOver();
      await five(at(`2026-11-30T${time}Z`, { sendEmail }));
    }
    expect(mails).toEqual(['digest 2026-11-30: 📋 Daily digest: 0 died, 0 open']);
    await five(at('2026-12-01T07:30:00Z', { sendEmail, chat: undefined }));
    expect(mails).toHaveLength(2);
    expect(chat.taken).toEqual([]);
  });

  it('without a chat it is logged', async () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) });
    await began('2026-11-29T12:00:00Z');
    await postDigest(at('2026-11-30T07:30:00Z', { chat: undefined, log }));
    expect(lines.join('')).toContain('Daily digest: 0 died, 0 open');
  });
});

describe('R-8.4 what it tells', () => {
  const bury = async (reason: string, openedAt: string, closed = false): Promise<void> => {
    const id = `01a22d00-0000-8000-8000-${randomUUID().slice(-12)}`;
    await sql`INSERT INTO people (external_id) VALUES ('u-17') ON CONFLICT DO NOTHING`;
    await sql`
      INSERT INTO events (id, digest, mode, source, type, entity_type, entity_id, occurred_at, lane, content_hash)
      VALUES (${id}, '', 'live', 'erp', 'invoice.issued', 'invoice', ${`INV-${openedAt.slice(11, 16)}`}, now(), 'bulk', '')`;
    await sql`
      INSERT INTO deliveries (id, event_id, digest, channel, lane, person, locale, timezone, state, provider, last_error_code)
      SELECT ${id}, ${id}, '', 'email', 'bulk', n, 'en', 'UTC', 'dead', 'ses', 'MessageRejected' FROM people WHERE external_id = 'u-17'`;
    await sql`
      INSERT INTO dead_letters (delivery_id, event_id, reason, opened_at, closed_at)
      VALUES (${id}, ${id}, ${reason}, ${openedAt}, ${closed ? openedAt : null})`;
  };
  const window = { from: '2026-11-29T07:30:00Z', to: '2026-11-30T07:30:00Z' };

  it('the dead of its window by reason with three examples each, and all that are open', async () => {
    await bury('rejected', '2026-11-22T07:29:59Z', true);
    await bury('rejected', '2026-11-22T07:30:00Z');
    await bury('rejected', '2026-11-29T07:29:59Z');
    for (const minute of ['00', '10', '20', '30']) await bury('rejected', `2026-11-29T10:${minute}:00Z`);
    await bury('rejected', '2026-11-29T09:00:00Z', true);
    await bury('throttled', '2026-11-29T07:30:00Z');
    await bury('throttled', '2026-11-30T07:30:00Z');
    const { groups, ...rest } = await readDigest(sql, window, 2);
    expect(rest).toEqual({ ...window, open: 8, oldestOpenedAt: '2026-11-22T07:30:00Z', waitingForRedrive: 2 });
    expect(groups.map(({ examples, ...counts }) => counts)).toEqual([
      { reason: 'rejected', died: 5, weekBefore: 2, open: 6 },
      { reason: 'throttled', died: 1, weekBefore: 0, open: 2 },
    ]);
    expect(groups[0]?.examples.map(({ entityId }) => entityId)).toEqual(['INV-10:30', 'INV-10:20', 'INV-10:10']);
    expect(groups[0]?.examples[0]).toMatchObject({ channel: 'email', recipientId: 'u-17', code: 'MessageRejected' });
  });

  it('R-8.5 with a replay link for each group, signed and for a week; none for what may have arrived', async () => {
    await bury('rejected', '2026-11-29T10:00:00Z');
    await bury('unknown_outcome', '2026-11-29T10:00:00Z');
    await began('2026-11-29T12:00:00Z');
    await postDigest(at('2026-11-30T07:30:00Z'));
    const text = JSON.stringify(chat.bodies);
    const token = /\/replay\?token=([\w.-]+)/.exec(text)?.[1] ?? '';
    const now = Date.parse('2026-11-30T07:30:00Z');
    expect(readLink(['secret'], 'replay', token, now)).toEqual({ kind: 'valid', subject: 'reason:rejected' });
    expect(readLink(['secret'], 'replay', token, now + 8 * 86_400_000)).toEqual({ kind: 'expired' });
    expect(text.match(/\/replay\?token=/g)).toHaveLength(1);
    expect(text).toContain('/dead-letters?reason=unknown_outcome');
    expect(text).toContain('invoice INV-10:00, email to u-17, ses: MessageRejected');
  });
});
