import { randomUUID } from 'node:crypto';
import { beat, closeIncident, createSql, listOpenIncidents, openIncident, type Sql } from '@crier/db';
import { METRICS, SWEEP } from '@crier/domain';
import { createRedis, type Redis } from '@crier/queue';
import { createLogger, createMetrics, systemClock } from '@crier/runtime';
import { testDatabase, testRedis, until } from '@crier/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChatServer, startChatServer } from './chat-server.test-support.js';
import { type Facts, readFacts } from './facts.js';
import { keepIncidents } from './keep-incidents.js';
import type { AlertLimits } from './rules.js';
import { startAlerts } from './start-alerts.js';

const LIMITS: AlertLimits = {
  oldestSeconds: { critical: 10, transactional: 60, bulk: 3_600 },
  failurePercent: 2,
  deadLetters: 10,
  sweepSeconds: 60,
};
let sql: Sql;
let redis: Redis;
let chat: ChatServer;
const log = createLogger({ name: 'alerts-test', level: 'silent' });
const cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const [database, server, chatServer] = await Promise.all([testDatabase(), testRedis(), startChatServer()]);
  chat = chatServer;
  sql = createSql({ url: database.url, max: 10, app: 'alerts-test' });
  redis = createRedis({ url: server.url, role: 'producer', onError: () => {} });
  await until(async () => redis.status === 'ready', { what: 'Redis' });
  cleanUp.push(async () => {
    redis.disconnect();
    await sql.end({ timeout: 1 });
    await Promise.all([server.stop(), database.drop(), chat.close()]);
  });
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const metrics = () => createMetrics(METRICS, { region: '', app: 'scheduler' });
const facts = (runningSeconds = 3_600): Promise<Facts> =>
  readFacts(sql, redis, { failurePercent: 2, runningSeconds, digestDueMs: 0, nowMs: 1, providers: ['ses'] });
/** As the gate's script leaves it; µs since 1970. */
const gateIs = (fields: Record<string, string>) => redis.hset('{crier:gate:ses}', fields);
const FAR = '9000000000000000';
const judge = (read: () => Promise<Facts> = facts) =>
  keepIncidents({ sql, limits: LIMITS, log, metrics: metrics() }, read);
const seedDead = (count: number) => sql`
  INSERT INTO dead_letters (delivery_id, event_id, reason)
  SELECT gen_random_uuid(), gen_random_uuid(), 'rejected' FROM generate_series(1, ${count})`;
const seedAccepted = (count: number) => sql`
  INSERT INTO provider_messages (provider, message_id, delivery_id)
  SELECT 'ses', n::text, gen_random_uuid() FROM generate_series(1, ${count}) n`;

describe('R-8.7 the facts', () => {
  it('are all well in an idle system', async () => {
    await beat(sql, SWEEP);
    const { sweepAgeSeconds, ...rest } = await facts();
    expect(sweepAgeSeconds).toBeLessThan(30);
    expect(rest).toEqual({
      newDeadLetters: 0,
      died: 0,
      documentSeconds: 0,
      boardSilentSeconds: 0,
      notices: [],
      accepted: 0,
      oldestSeconds: { critical: 0, transactional: 0, bulk: 0 },
      outboxOverdueSeconds: 0,
      digestLateSeconds: 0,
      evictionPolicy: 'noeviction',
      gates: [{ provider: 'ses', breaker: 'closed', paused: false }],
    });
  });

  it('a scheduler that has just begun does not say that the sweep never ran', async () => {
    expect((await facts(3)).sweepAgeSeconds).toBe(3);
    expect((await facts(3_600)).sweepAgeSeconds).toBe(3_600);
  });

  it('count what was accepted as far as the share needs it', async () => {
    await seedDead(3);
    await seedAccepted(1_000);
    expect(await facts()).toMatchObject({ newDeadLetters: 3, died: 3, accepted: 300 });
  });

  it('see a Redis that may evict, and do not guess while it is away', async () => {
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect((await facts()).evictionPolicy).toBe('allkeys-lru');
    redis.disconnect();
    expect(await facts()).toMatchObject({ evictionPolicy: undefined, gates: undefined });
  });
});

describe('R-8.7 incidents', () => {
  it('are opened and closed once by five schedulers that judge at the same time, and counted', async () => {
    await seedDead(12);
    const bad = await facts();
    const counters = metrics();
    const judgeAll = (seen: Facts) =>
      Promise.all(
        Array.from({ length: 5 }, () =>
          keepIncidents({ sql, limits: LIMITS, log, metrics: counters }, async () => seen),
        ),
      );
    await judgeAll({ ...bad, sweepAgeSeconds: 0 });
    expect(await listOpenIncidents(sql)).toEqual([
      { rule: 'dead_letters_growing', subject: 'dead-letters' },
      { rule: 'failure_ratio', subject: 'deliveries' },
    ]);
    expect(await counters.registry.metrics()).toContain('crier_incidents{rule="failure_ratio",app="scheduler"} 1');
    await judgeAll({ ...bad, newDeadLetters: 0, died: 0, sweepAgeSeconds: 0 });
    expect(await listOpenIncidents(sql)).toEqual([]);
    expect(await sql`SELECT action FROM audit_log`).toHaveLength(4);
    expect(await counters.registry.metrics()).toContain('crier_incidents{rule="failure_ratio",app="scheduler"} 0');
  });

  describe('of a provider’s gate', () => {
    const BREAKER = { rule: 'breaker_open', subject: 'ses' };
    const REFUSED = { rule: 'provider_credentials_refused', subject: 'ses' };
    beforeEach(() => beat(sql, SWEEP));

    it('are opened although no sender could write them, and closed when the gate is open to all again', async () => {
      await gateIs({ open: FAR, paused: '1' });
      await judge();
      expect(await listOpenIncidents(sql)).toEqual([REFUSED, BREAKER]);
      await gateIs({ open: '1' });
      await judge();
      expect(await listOpenIncidents(sql)).toEqual([REFUSED, BREAKER]);
      await redis.hdel('{crier:gate:ses}', 'open', 'paused');
      await judge();
      expect(await listOpenIncidents(sql)).toEqual([]);
    });

    it('that a sender opened end when Redis was emptied: the next look finds the gate open', async () => {
      await gateIs({ open: FAR, paused: '1' });
      for (const key of [BREAKER, REFUSED]) await openIncident(sql, { ...key, detail: {}, actor: 'sender' });
      await judge();
      expect(await listOpenIncidents(sql)).toEqual([BREAKER, REFUSED]);
      await redis.flushall();
      await judge();
      expect(await listOpenIncidents(sql)).toEqual([]);
    });

    it('stay as they are while Redis does not say', async () => {
      await openIncident(sql, { ...BREAKER, detail: {}, actor: 'sender' });
      redis.disconnect();
      await judge();
      expect(await listOpenIncidents(sql)).toEqual([BREAKER]);
    });

    it('are neither closed nor opened by facts that are older than what a sender wrote meanwhile', async () => {
      await judge(async () => {
        const before = await facts();
        await openIncident(sql, { ...REFUSED, detail: {}, actor: 'sender' });
        return before;
      });
      expect(await listOpenIncidents(sql)).toEqual([REFUSED]);
      await gateIs({ paused: '1' });
      await judge(async () => {
        const before = await facts();
        await closeIncident(sql, { ...REFUSED, actor: 'sender' });
        return before;
      });
      expect(await listOpenIncidents(sql)).toEqual([]);
    });
  });
});

describe('R-8.7 from trouble to the chat', () => {
  const start = (stalledMs = 0) => {
    const alerts = startAlerts({
      sql,
      redis,
      limits: LIMITS,
      providers: ['ses'],
      chat: { kind: 'slack', url: chat.url },
      sendEmail: undefined,
      boardUrl: 'https://crier.example.com',
      schedule: { at: '08:30', zone: 'UTC' },
      secrets: [],
      clock: { nowMs: systemClock.nowMs, monotonicMs: () => systemClock.monotonicMs() + stalledMs },
      log,
      metrics: metrics(),
    });
    cleanUp.push(alerts.close);
  };

  it('a late critical message is told of by five schedulers once, and that it has gone', async () => {
    const id = `01a22d00-0000-8000-8000-${randomUUID().slice(-12)}`;
    await beat(sql, SWEEP);
    await sql`INSERT INTO work (delivery_id, channel, lane, due_at) VALUES (${id}, 'email', 'critical', now() - interval '11 s')`;
    for (let n = 0; n < 5; n++) start();
    await until(async () => chat.taken.length > 0, { what: 'the alert' });
    await sql`DELETE FROM work`;
    await until(async () => chat.taken.length > 1, { what: 'the recovery', timeoutMs: 15_000 });
    expect(chat.taken).toEqual([
      '🔴 Messages of the critical lane are late',
      '✅ Over: Messages of the critical lane are late',
    ]);
    expect(chat.posts).toBe(2);
  });

  it('R-4.7 refused credentials that a sender recorded are told of', async () => {
    await beat(sql, SWEEP);
    start();
    await gateIs({ paused: '1' });
    await openIncident(sql, {
      rule: 'provider_credentials_refused',
      subject: 'ses',
      detail: { code: 'x' },
      actor: 'sender',
    });
    await until(async () => chat.taken.length > 0, { what: 'the alert' });
    expect(chat.taken).toEqual(['🔴 ses refuses our credentials']);
  });
});
