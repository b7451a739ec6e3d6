import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpsEmail } from '@crier/chat';
import {
  beat,
  closeIncident,
  createSql,
  listOpenIncidents,
  openIncident,
  type Sql,
  secondsSinceBeat,
  untoldIncident,
} from '@crier/db';
import { BOARD, SWEEP } from '@crier/domain';
import { createLogger, systemClock } from '@crier/runtime';
import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SchedulerWatch, startSchedulerWatch } from './watch-scheduler.js';

let database: TestDatabase;
let sql: Sql;
let watch: { close(): Promise<void> } | undefined;
const log = createLogger({ name: 'watch-test', level: 'silent' });
const NO_WAY: SchedulerWatch['ops'] = { chat: undefined, sendEmail: undefined };

beforeEach(async () => {
  database = await testDatabase();
  sql = createSql({ url: database.url, max: 4, app: 'watch-test' });
});
afterEach(async () => {
  await watch?.close();
  await sql.end();
  await database.drop();
});

/** A board that has run for so long already; counts its looks. */
const start = (runningSeconds: number, ops: SchedulerWatch['ops'] = NO_WAY) => {
  const began = systemClock.monotonicMs();
  let looks = 0;
  const monotonicMs = () => (looks++ === 0 ? began : systemClock.monotonicMs() + runningSeconds * 1_000);
  const clock = { monotonicMs, nowMs: systemClock.nowMs };
  watch = startSchedulerWatch({
    sql,
    sweepMs: 10_000,
    ops,
    boardUrl: 'https://board.example.com',
    clock,
    log,
    everyMs: 20,
  });
  const looked = (times: number) => {
    const before = looks;
    return until(async () => looks > before + times, { what: 'the watch to look' });
  };
  return { looked };
};
const sweptAgo = async (seconds: number) => {
  await beat(sql, SWEEP);
  await sql`UPDATE heartbeats SET at = now() - ${seconds} * interval '1 s' WHERE name = ${SWEEP}`;
};
const opened = () => until(async () => (await listOpenIncidents(sql)).length > 0, { what: 'the incident' });

describe('R-8.7 the board watches the scheduler', () => {
  it('opens an incident when the last sweep is too old, and opens it once', async () => {
    await sweptAgo(61);
    const { looked } = start(3_600);
    await opened();
    await looked(10);
    expect(await listOpenIncidents(sql)).toEqual([{ rule: 'sweep_not_run', subject: SWEEP }]);
    expect(await sql`SELECT actor, action, subject FROM audit_log`).toEqual([
      { actor: 'board', action: 'incident.open', subject: 'sweep_not_run sweep' },
    ]);
  });

  it('opens one also when no scheduler ever ran', async () => {
    start(3_600);
    await opened();
  });

  it.each([
    ['the sweep runs', 30, 3_600],
    ['it has only just begun itself', 3_600, 10],
  ])('says nothing while %s', async (_while, sweptSecondsAgo, runningSeconds) => {
    await sweptAgo(sweptSecondsAgo);
    await start(runningSeconds).looked(5);
    expect(await listOpenIncidents(sql)).toEqual([]);
  });

  it('looks again after a look that failed', async () => {
    await sweptAgo(3_600);
    await sql`ALTER TABLE heartbeats RENAME TO away`;
    const { looked } = start(3_600);
    await looked(3);
    await sql`ALTER TABLE away RENAME TO heartbeats`;
    await opened();
  });
});

describe('R-8.7 the board tells while no scheduler can', () => {
  let chat: Server;
  let status: number;
  const posted: string[] = [];
  const mails: OpsEmail[] = [];
  const ways = (): SchedulerWatch['ops'] => ({
    chat: { kind: 'slack', url: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook` },
    sendEmail: async (email) => {
      mails.push(email);
      return { kind: 'sent' };
    },
  });
  const SWEEP_STOPPED = '🔴 The sweep does not run';

  beforeEach(async () => {
    status = 200;
    posted.length = 0;
    mails.length = 0;
    chat = createServer(async (req, res) => {
      posted.push(JSON.parse(Buffer.concat(await req.toArray()).toString()).text);
      res.writeHead(status).end('no');
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    chat.closeAllConnections();
    await new Promise((resolve) => chat.close(resolve));
  });

  it('the chat, once; what a sender recorded too; and leaves the end to the scheduler that works again', async () => {
    await sweptAgo(3_600);
    await openIncident(sql, { rule: 'breaker_open', subject: 'ses', detail: {}, actor: 'sender' });
    const { looked } = start(3_600, ways());
    await until(async () => posted.length === 2, { what: 'the chat to be told' });
    await beat(sql, SWEEP);
    // A look that began before the beat would still speak of a sweep that does not run.
    await looked(2);
    await closeIncident(sql, { rule: 'sweep_not_run', subject: SWEEP, actor: 'scheduler' });
    await looked(10);
    expect(posted).toEqual(['🔴 ses does not work', SWEEP_STOPPED]);
    expect(mails).toEqual([]);
    expect(await untoldIncident(sql, 1_000)).toMatchObject({ rule: 'sweep_not_run', openingTold: true });
  });

  it('by email, which says why, when the chat refuses', async () => {
    status = 404;
    await sweptAgo(3_600);
    const { looked } = start(3_600, ways());
    await until(async () => mails.length > 0, { what: 'the email' });
    await looked(10);
    expect(mails.map(({ subject }) => subject)).toEqual([SWEEP_STOPPED]);
    expect(mails[0]?.text).toContain('the chat refuses it: 404');
    expect(posted).toHaveLength(1);
  });

  it('nobody while the sweep runs: that is the scheduler’s', async () => {
    await sweptAgo(1);
    await openIncident(sql, { rule: 'breaker_open', subject: 'ses', detail: {}, actor: 'sender' });
    await start(3_600, ways()).looked(5);
    expect(posted).toEqual([]);
  });

  it('nobody without a way, and marks nothing as told', async () => {
    await sweptAgo(3_600);
    const { looked } = start(3_600);
    await opened();
    await looked(5);
    expect(await untoldIncident(sql, 1_000)).toMatchObject({ rule: 'sweep_not_run', openingTold: false });
  });
});

it('R-8.7 is heard of by the schedulers while it runs, and not waited for once it was stopped in order', async () => {
  await beat(sql, SWEEP);
  start(3_600);
  await until(async () => (await secondsSinceBeat(sql, BOARD)) !== undefined, { what: 'the heartbeat' });
  await watch?.close();
  watch = undefined;
  expect(await secondsSinceBeat(sql, BOARD)).toBeUndefined();
});
