import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSql, ensurePeople, insertEvents, loadDeliveries, type Sql } from '@crier/db';
import { eventIdentity, parseInstant, rowId } from '@crier/domain';
import { loadTypes } from '@crier/templates';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { crier } from '../cli.test-support.js';

const installation = fileURLToPath(new URL('../../../../', import.meta.url));
const TYPE = 'invoice.issued';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = createSql({ url: database.url, max: 2, app: 'test' });
});
beforeEach(async () => {
  for (const table of ['deliveries', 'work', 'attempts', 'dead_letters', 'audit_log', 'preferences'])
    await sql`DELETE FROM ${sql(table)}`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const dead = (...args: string[]) => crier(['dead', ...args], { databaseUrl: database.url }, { installation });

/** Dead letters of one event, each with one attempt that failed. */
const seed = async (count: number, reason: string): Promise<string[]> => {
  const occurredAt = new Date().toISOString();
  const at = parseInstant(occurredAt);
  if ('problem' in at) throw new Error('no instant');
  const about = { mode: 'live', source: 'erp', type: TYPE, entityType: 'invoice' } as const;
  const entityId = `INV-${randomBytes(3).toString('hex')}`;
  const derived = eventIdentity({ ...about, entityId, occurredAt: at.micros });
  const contentHash = createHash('sha256').update(entityId).digest();
  const rest = {
    entityVersion: null,
    lane: 'bulk',
    expiresAt: null,
    traceparent: null,
    body: '{"data":{},"recipients":[]}',
  };
  await insertEvents(sql, [{ ...about, ...derived, ...rest, entityId, occurredAt, contentHash }]);
  const person = (await ensurePeople(sql, ['u-1'])).get('u-1') ?? 0;
  const ids = Array.from({ length: count }, () => rowId(Date.now(), derived.digest, randomBytes(32))).sort();
  await sql`
    INSERT INTO deliveries (id, event_id, digest, channel, lane, person, address, locale, timezone, state, reason, log_seq)
    SELECT id, ${derived.id}, '', 'email', 'bulk', ${person}, 'asha@example.com', 'en', 'UTC', 'dead', ${reason}, 1
    FROM unnest(${ids}::uuid[]) AS g(id)`;
  await sql`
    INSERT INTO attempts (id, seq, provider, provider_status, code, message, result)
    SELECT id, 1, 'ses', 400, 'Throttling', 'Slow down.', 'transient' FROM unnest(${ids}::uuid[]) AS g(id)`;
  await sql`INSERT INTO dead_letters (delivery_id, event_id, reason) SELECT id, ${derived.id}, ${reason} FROM unnest(${ids}::uuid[]) AS g(id)`;
  return ids;
};

const states = async (ids: readonly string[]) => (await loadDeliveries(sql, ids)).map(({ state }) => state);

it('R-8.11 lists what is open, with counts by reason, and no address', async () => {
  expect(await dead('list')).toMatchObject({ status: 0, out: 'No dead letter is open.' });
  const [id = ''] = await seed(1, 'throttled');
  await seed(2, 'rejected');
  const { status, out } = await dead('list');
  expect(status).toBe(0);
  expect(out).toMatch(/ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +throttled /);
  expect(out).toMatch(/^2 {2}rejected\n1 {2}throttled\n\nID +DIED[\s\S]*throttled +invoice INV-\w+ +u-1 +email +0/);
  const json = JSON.parse((await dead('list', '--reason', 'throttled', '--json')).out);
  expect(json).toMatchObject({ deadLetters: [{ id, reason: 'throttled' }], next: null });
  expect(JSON.parse((await dead('list', '--limit', '2', '--json')).out).next).not.toBeNull();
  expect(out).not.toContain('@');
});

it('R-8.11 shows one with its reason in plain words, what to do, and every attempt', async () => {
  const [id = ''] = await seed(1, 'throttled');
  const { status, out } = await dead('show', id);
  expect(status).toBe(0);
  expect(out).toMatch(
    /^throttled: The provider throttled us[\s\S]*then replay\.[\s\S]*ses {2}400 {2}transient {2}Throttling {2}Slow down\./,
  );
  expect(out).not.toContain('@');
  expect(JSON.parse((await dead('show', id, '--json')).out)).toMatchObject({ id, delivery: { state: 'dead' } });
  for (const other of ['x', '0193a1b2-0000-8000-8000-000000000000'])
    expect(await dead('show', other)).toMatchObject({ status: 1, err: expect.stringContaining(other) });
});

it('R-8.11 replays by id, by reason, all, under the caller’s name, and once', async () => {
  const throttled = await seed(3, 'throttled');
  const rejected = await seed(1, 'rejected');
  expect((await dead('replay', '--all', '--dry-run')).out).toContain('4 will be sent');
  expect(await states(throttled)).toEqual(['dead', 'dead', 'dead']);
  expect(JSON.parse((await dead('replay', throttled[0] as string, '--json')).out)).toEqual({ replayed: 1, left: {} });
  expect((await dead('replay', '--reason', 'throttled')).out).toMatch(/^2 put back/);
  const again = await dead('replay', throttled[0] as string);
  expect(again).toMatchObject({ status: 1, out: expect.stringContaining('1 are on their way already') });
  expect(await states(rejected)).toEqual(['dead']);
  expect((await dead('replay', '--all')).out).toMatch(/^1 put back/);
  expect(await dead('replay', '--all')).toMatchObject({ status: 0, out: expect.stringMatching(/^0 put back/) });
  const audits =
    await sql`SELECT DISTINCT actor, count(*)::int AS n FROM audit_log WHERE action = 'replay' GROUP BY actor`;
  expect(audits).toEqual([{ actor: 'cli:tester', n: 4 }]);
});

it('R-8.11 says in the right number what comes next, and of what may die again, that it may', async () => {
  const [one = ''] = await seed(1, 'throttled');
  expect((await dead('replay', one)).out.trim()).toBe('1 put back; it is on the way within seconds.');
  await seed(2, 'rejected');
  expect((await dead('replay', '--reason', 'rejected')).out.trim()).toMatch(/^2 put back; they are on the way/);
  const [unrendered = ''] = await seed(1, 'template_error');
  expect((await dead('replay', unrendered)).out).toMatch(/^1 put back; it may die again: .*crier dead list/);
  await seed(2, 'template_error');
  expect((await dead('replay', '--reason', 'template_error')).out).toMatch(/^2 put back; they may die again/);
});

it('R-8.3b sends what may already have arrived only alone and when told so', async () => {
  const ids = await seed(2, 'unknown_outcome');
  expect((await dead('replay', '--all')).out).toMatch(/^0 put back[\s\S]*2 may already have arrived/);
  const [id = ''] = ids;
  expect(await dead('replay', id)).toMatchObject({ status: 1, err: expect.stringContaining('--accept-second-copy') });
  expect(await states(ids)).toEqual(['dead', 'dead']);
  expect((await dead('replay', id, '--accept-second-copy')).status).toBe(0);
});

it('R-6.2 replays nothing to people who have opted out of it, by id and in groups, and without the templates nothing at all', async () => {
  const ids = await seed(2, 'throttled');
  const catalog = await loadTypes(join(installation, 'templates'));
  const category = catalog.types.get(TYPE)?.manifest.category ?? '';
  await sql`
    INSERT INTO preferences (person, categories)
    SELECT n, ${JSON.stringify({ [category]: { email: false } })}::text::jsonb FROM people WHERE external_id = 'u-1'`;
  expect((await dead('replay', '--all', '--dry-run')).out).toMatch(
    /happen now:\n +2 are for people who have opted out/,
  );
  for (const which of [[ids[0] as string], ['--reason', 'throttled'], ['--all']])
    expect((await dead('replay', ...which)).out).toMatch(/^0 put back\.\n +\d are for people who have opted out/);
  await sql`DELETE FROM preferences`;
  const lost = await crier(['dead', 'replay', '--all'], { databaseUrl: database.url, templatesDir: '/nowhere' });
  expect(lost).toMatchObject({ status: 1, err: expect.stringContaining('/nowhere') });
  expect(await states(ids)).toEqual(['dead', 'dead']);
});

it('exits 1 when it is not said which, and does nothing', async () => {
  const [id = ''] = await seed(1, 'throttled');
  for (const args of [[], ['x'], [id, '--all'], ['--reason', 'throttled', '--all']])
    expect((await dead('replay', ...args)).status).toBe(1);
  expect(await states([id])).toEqual(['dead']);
});
