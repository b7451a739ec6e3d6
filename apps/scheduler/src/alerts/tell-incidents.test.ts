import { type OpsEmail, type SendOpsEmail, type TellerDeps, tellIncidents } from '@crier/chat';
import { closeIncident, createSql, incidentsToTell, openIncident, type Sql } from '@crier/db';
import { createLogger } from '@crier/runtime';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChatServer, ok, refuse, startChatServer } from './chat-server.test-support.js';

let db: TestDatabase;
let sql: Sql;
let chat: ChatServer;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 10, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE incidents`;
  chat = await startChatServer();
});
afterEach(() => chat.close());

const deps = (change: Partial<TellerDeps> = {}): TellerDeps => ({
  incidents: incidentsToTell(sql),
  chat: { kind: 'slack', url: chat.url },
  sendEmail: undefined,
  boardUrl: 'https://crier.example.com',
  nowMs: () => Date.now(),
  log: createLogger({ name: 'test', level: 'silent' }),
  ...change,
});
const tell = (change: Partial<TellerDeps> = {}) => tellIncidents(deps(change), () => false);
const fiveAtOnce = () => Promise.all(Array.from({ length: 5 }, () => tell()));
const open = (subject: string, rule = 'provider_credentials_refused') =>
  openIncident(sql, { rule, subject, detail: { code: 'InvalidClientTokenId', status: 403 }, actor: 'sender' });
const close = (subject: string, rule = 'provider_credentials_refused') =>
  closeIncident(sql, { rule, subject, actor: 'sender' });
/** What else would take as long as the chat asked for. */
const waitIsOver = () => sql`UPDATE incidents SET tell_at = now() - interval '1 s' WHERE tell_at > now()`;
const secondsToWait = async () => {
  const [row] = await sql<{ s: number }[]>`SELECT max(extract(epoch FROM tell_at - now()))::float8 AS s FROM incidents`;
  return row?.s ?? 0;
};
const untold = async () => (await sql`SELECT FROM incidents WHERE told_at IS NULL`).length;

describe('R-8.7 the chat is told', () => {
  it('once of each beginning and once of each end, by however many schedulers', async () => {
    const subjects = Array.from({ length: 12 }, (_, n) => `provider-${n}`);
    for (const subject of subjects) await open(subject);
    await fiveAtOnce();
    await fiveAtOnce();
    expect(chat.taken.sort()).toEqual(subjects.map((s) => `🔴 ${s} refuses our credentials`).sort());
    for (const subject of subjects) await close(subject);
    await fiveAtOnce();
    await fiveAtOnce();
    expect(chat.posts).toBe(24);
    expect(chat.taken.slice(12).sort()).toEqual(subjects.map((s) => `✅ Over: ${s} refuses our credentials`).sort());
  });

  it('late rather than never when it was down, and then once', async () => {
    chat.answer = refuse(503);
    await open('ses');
    await fiveAtOnce();
    expect(chat.posts).toBe(1);
    expect(await untold()).toBe(1);
    await fiveAtOnce();
    expect(chat.posts).toBe(1);
    chat.answer = ok;
    await waitIsOver();
    await fiveAtOnce();
    expect(chat.taken).toEqual(['🔴 ses refuses our credentials']);
    expect(await untold()).toBe(0);
  });

  it('late rather than never when nobody was there', async () => {
    await open('ses');
    await tell({ chat: { kind: 'slack', url: 'http://127.0.0.1:9/hook' } });
    expect(await untold()).toBe(1);
    await waitIsOver();
    await tell();
    expect(chat.taken).toHaveLength(1);
  });

  it('late rather than never when it hung, though a bit more than once is then possible', async () => {
    chat.answer = () => {};
    await open('ses');
    await tell();
    expect(await untold()).toBe(1);
    expect(await secondsToWait()).toBeGreaterThan(5);
  });

  it('in one message of what began and ended while it was down', async () => {
    chat.answer = refuse(500);
    await open('ses');
    await tell();
    await close('ses');
    chat.answer = ok;
    await waitIsOver();
    await fiveAtOnce();
    expect(chat.taken).toEqual(['✅ Over: ses refuses our credentials']);
  });

  it.each([
    ['30', 30],
    ['3', 10],
  ])('R-4.8 no sooner than its Retry-After of %s s allows, of whatever', async (retryAfter, seconds) => {
    chat.answer = refuse(429, { 'retry-after': retryAfter });
    await open('ses');
    await tell();
    expect(await secondsToWait()).toBeGreaterThan(seconds - 1);
    expect(await secondsToWait()).toBeLessThanOrEqual(seconds);
    chat.answer = ok;
    await open('sendgrid');
    await fiveAtOnce();
    expect(chat.posts).toBe(1);
    await waitIsOver();
    await fiveAtOnce();
    expect(chat.taken).toHaveLength(2);
  });

  it('again after a minute when it refused, which is said as an error of the configuration', async () => {
    const lines: string[] = [];
    chat.answer = refuse(404);
    await open('ses');
    const log = createLogger({ name: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) });
    await tell({ log });
    expect(await secondsToWait()).toBeGreaterThan(55);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      level: 50,
      rule: 'provider_credentials_refused',
      about: 'ses',
    });
    expect(lines[0]).toContain('OPS_CHAT_WEBHOOK_URL');
    expect(lines[0]).not.toContain(chat.url);
  });

  it('of a rule that this version does not know', async () => {
    await open('x', 'rule_of_tomorrow');
    await tell();
    expect(chat.taken).toEqual(['🔴 rule_of_tomorrow: x']);
  });

  it('nothing when there is no chat: the record is all, and a chat that is set later hears no old stories', async () => {
    await open('ses');
    await tell({ chat: undefined });
    await tell();
    expect(chat.posts).toBe(0);
    expect(await untold()).toBe(0);
  });

  it('nothing more once it is stopping', async () => {
    await open('ses');
    await tellIncidents(deps(), () => true);
    expect(chat.posts).toBe(0);
  });
});

describe('R-8.7 by email while the chat is down', () => {
  const mails: OpsEmail[] = [];
  const sendEmail: SendOpsEmail = async (email) => {
    mails.push(email);
    return { kind: 'sent' };
  };
  beforeEach(() => {
    mails.length = 0;
  });
  const fiveTell = (change: Partial<TellerDeps> = {}) =>
    Promise.all(Array.from({ length: 5 }, () => tell({ sendEmail, ...change })));
  const minutesAgo = (minutes: number) => sql`UPDATE incidents SET opened_at = now() - ${minutes} * interval '1 min'`;
  const subjects = () => mails.map(({ subject }) => subject);
  const BEGAN = '🔴 ses refuses our credentials';
  const OVER = '✅ Over: ses refuses our credentials';

  it('nobody writes while the chat listens', async () => {
    await open('ses');
    await minutesAgo(60);
    await fiveTell();
    expect(chat.taken).toEqual([BEGAN]);
    expect(mails).toEqual([]);
  });

  it('after two minutes without the chat, once however many schedulers; back again, the chat hears the end', async () => {
    chat.answer = refuse(503);
    await open('ses');
    await fiveTell();
    expect(mails).toEqual([]);
    await minutesAgo(3);
    await waitIsOver();
    await fiveTell();
    await waitIsOver();
    await fiveTell();
    expect(subjects()).toEqual([BEGAN]);
    expect(mails[0]?.text).toContain('https://crier.example.com');
    chat.answer = ok;
    await close('ses');
    await fiveTell();
    expect(chat.taken).toEqual([OVER]);
    expect(mails).toHaveLength(1);
  });

  it('at once when the webhook is refused: no waiting mends it', async () => {
    chat.answer = refuse(404);
    await open('ses');
    await fiveTell();
    expect(subjects()).toEqual([BEGAN]);
    expect(await untold()).toBe(0);
    expect(mails[0]?.text).toContain('By email because: the chat refuses it: 404 no');
  });

  it.each([
    ['refuses', 404, 'the ops chat refuses the message: check OPS_CHAT_WEBHOOK_URL and OPS_CHAT_KIND'],
    ['fails', 503, 'the ops chat does not take the message'],
  ])('and the log says so once for each news when the chat %s: else nobody mends it', async (_how, status, msg) => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) });
    chat.answer = refuse(status);
    await open('ses');
    await minutesAgo(3);
    await fiveTell({ log });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 50, msg, answer: `${status} no` }),
    ]);
    expect(mails[0]?.html).toContain(`${status} no`);
    expect(lines[0]).not.toContain(chat.url);
  });

  it('of beginning and end when there is no chat at all, each under a key of its own', async () => {
    await open('ses');
    await fiveTell({ chat: undefined });
    await close('ses');
    await fiveTell({ chat: undefined });
    expect(subjects()).toEqual([BEGAN, OVER]);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
    expect(mails[0]?.text).not.toContain('By email because');
  });

  it('late rather than never when neither takes it', async () => {
    const failing: SendOpsEmail = async () => ({ kind: 'failed', why: 'ses timeout' });
    chat.answer = refuse(404);
    await open('ses');
    await tell({ sendEmail: failing });
    expect(await untold()).toBe(1);
    expect(await secondsToWait()).toBeGreaterThan(5);
    await waitIsOver();
    await tell({ sendEmail });
    expect(subjects()).toEqual([BEGAN]);
  });
});
