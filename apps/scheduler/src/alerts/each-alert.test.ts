import { randomUUID } from 'node:crypto';
import { beat, createSql, listOpenIncidents, noticeIncident, type Sql } from '@crier/db';
import { BOARD, INCIDENTS, type IncidentName, incidentWords, METRICS, type NoticeName, SWEEP } from '@crier/domain';
import { createRedis, type Redis } from '@crier/queue';
import { createLogger, createMetrics, systemClock } from '@crier/runtime';
import { testDatabase, testRedis, until } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatServer, startChatServer } from './chat-server.test-support.js';
import { startAlerts } from './start-alerts.js';

let sql: Sql;
let redis: Redis;
let chat: ChatServer;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [database, server] = await Promise.all([testDatabase(), testRedis()]);
  chat = await startChatServer();
  sql = createSql({ url: database.url, max: 10, app: 'alerts-test' });
  redis = createRedis({ url: server.url, role: 'producer', onError: () => {} });
  await until(async () => redis.status === 'ready', { what: 'Redis' });
  cleanUp.push(async () => {
    redis.disconnect();
    await sql.end({ timeout: 1 });
    await Promise.all([server.stop(), database.drop(), chat.close()]);
  });
});
afterAll(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const GATE = '{crier:gate:ses}';
const LATE_MS = 20 * 60_000;
/** A time of day twenty minutes ago, in UTC. */
const DUE_AT = new Date(Date.now() - LATE_MS).toISOString().slice(11, 16);

/** A sender sees it and writes it down; nobody sees it any more for an hour. */
const noticed = (rule: NoticeName, subject: string) => ({
  subject,
  cause: () => noticeIncident(sql, { rule, subject, actor: 'sender', detail: {} }),
  mend: () => sql`UPDATE incidents SET seen_at = now() - interval '61 min' WHERE rule = ${rule}`,
});

/** How each condition comes about, and how it goes away. */
const CAUSES: Readonly<Record<IncidentName, { subject: string; cause(): Promise<unknown>; mend(): Promise<unknown> }>> =
  {
    sms_too_long: noticed('sms_too_long', 'stock.low en'),
    push_token_unreadable: noticed('push_token_unreadable', 'apns'),
    documents_late: {
      subject: 'documents',
      cause: () => sql`
      INSERT INTO documents (id, event_id, kind, locale, requested_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'invoice', 'en', now() - interval '61 s')`,
      mend: () => sql`UPDATE documents SET state = 'ready'`,
    },
    dead_letters_growing: {
      subject: 'dead-letters',
      cause: () => sql`
      INSERT INTO dead_letters (delivery_id, event_id, reason)
      SELECT gen_random_uuid(), gen_random_uuid(), 'rejected' FROM generate_series(1, 12)`,
      mend: () => sql`DELETE FROM dead_letters`,
    },
    oldest_message_too_old: {
      subject: 'critical',
      cause: () => sql`
      INSERT INTO work (delivery_id, channel, lane, due_at)
      VALUES (${`01a22d00-0000-8000-8000-${randomUUID().slice(-12)}`}, 'email', 'critical', now() - interval '11 s')`,
      mend: () => sql`DELETE FROM work`,
    },
    // Whoever died without anybody having been reached: the dead letters above.
    failure_ratio: { subject: 'deliveries', cause: async () => {}, mend: async () => {} },
    provider_credentials_refused: {
      subject: 'ses',
      cause: () => redis.hset(GATE, { paused: '1' }),
      mend: () => redis.hdel(GATE, 'paused'),
    },
    breaker_open: {
      subject: 'ses',
      cause: () => redis.hset(GATE, { open: '9000000000000000' }),
      mend: () => redis.hdel(GATE, 'open'),
    },
    outbox_not_draining: {
      subject: 'outbox',
      cause: () => sql`
      INSERT INTO outbox (event_id, lane, publish_again_at)
      VALUES (gen_random_uuid(), 'bulk', now() - interval '31 s')`,
      mend: () => sql`DELETE FROM outbox`,
    },
    sweep_not_run: {
      subject: 'sweep',
      cause: () => sql`UPDATE heartbeats SET at = now() - interval '61 s' WHERE name = ${SWEEP}`,
      mend: () => beat(sql, SWEEP),
    },
    board_gone: {
      subject: 'board',
      cause: async () => {
        await beat(sql, BOARD);
        await sql`UPDATE heartbeats SET at = now() - interval '181 s' WHERE name = ${BOARD}`;
      },
      mend: () => beat(sql, BOARD),
    },
    redis_may_evict: {
      subject: 'redis',
      cause: () => redis.config('SET', 'maxmemory-policy', 'allkeys-lru'),
      mend: () => redis.config('SET', 'maxmemory-policy', 'noeviction'),
    },
    digest_not_posted: {
      subject: 'digest',
      cause: () => sql`
      INSERT INTO digests (day, from_at, to_at, posted_at)
      VALUES (current_date - 2, now() - interval '3 days', now() - interval '2 days', now() - interval '2 days')`,
      mend: () => sql`UPDATE digests SET to_at = now()`,
    },
  };

/** A process that has run for an hour when it first looks. */
const hourOldClock = () => {
  const began = systemClock.monotonicMs();
  let asked = 0;
  return {
    nowMs: systemClock.nowMs,
    monotonicMs: () => (asked++ === 0 ? began : systemClock.monotonicMs() + 3_600_000),
  };
};

const watch = (): void => {
  const alerts = startAlerts({
    sql,
    redis,
    limits: {
      oldestSeconds: { critical: 10, transactional: 60, bulk: 3_600 },
      failurePercent: 2,
      deadLetters: 10,
      sweepSeconds: 60,
    },
    providers: ['ses'],
    chat: { kind: 'slack', url: chat.url },
    sendEmail: undefined,
    boardUrl: 'https://crier.example.com',
    schedule: { at: DUE_AT, zone: 'UTC' },
    secrets: [],
    clock: hourOldClock(),
    log: createLogger({ name: 'alerts-test', level: 'silent' }),
    metrics: createMetrics(METRICS, { region: '', app: 'scheduler' }),
  });
  cleanUp.push(alerts.close);
};

it('R-8.7 every alert is told of once by three schedulers when its condition comes about, and once when it has gone', async () => {
  const names = Object.keys(INCIDENTS) as IncidentName[];
  const titles = names.map((name) => incidentWords(name).title(CAUSES[name].subject));
  await beat(sql, SWEEP);
  for (const { cause } of Object.values(CAUSES)) await cause();
  for (let n = 0; n < 3; n++) watch();
  const told = (count: number) =>
    until(async () => chat.taken.length >= count, { what: `${count} messages`, timeoutMs: 60_000 });
  await told(names.length);
  expect((await listOpenIncidents(sql)).map(({ rule }) => rule).sort()).toEqual([...names].sort());
  for (const { mend } of Object.values(CAUSES)) await mend();
  await told(2 * names.length);
  const words = chat.taken.map((text) => text.replace(/^\S+ /, ''));
  expect(words.slice(0, names.length).sort()).toEqual([...titles].sort());
  expect(words.slice(names.length).sort()).toEqual(titles.map((title) => `Over: ${title}`).sort());
  expect(await listOpenIncidents(sql)).toEqual([]);
}, 150_000);
