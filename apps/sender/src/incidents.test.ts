import { createSql, listOpenIncidents, type Sql } from '@crier/db';
import { createLogger } from '@crier/runtime';
import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refused } from './attempt-entry.js';
import { createIncidents } from './incidents.js';

const REFUSED = { kind: 'refused', failure: 'configuration', code: 'InvalidClientTokenId', status: 403 } as Refused;

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  // One connection: writes happen in the order in which they were asked for.
  sql = createSql({ url: database.url, max: 1, app: 'incidents-test' });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE incidents`;
});

const create = (monotonicMs = () => 0) =>
  createIncidents(sql, createLogger({ name: 'incidents-test', level: 'silent' }), monotonicMs);
const open = () => listOpenIncidents(sql);

describe('R-4.7 R-8.7 the quick path of a gate’s incident', () => {
  it('tells a pause with what the provider answered, and its end', async () => {
    const incidents = create();
    incidents.refused('ses', REFUSED);
    incidents.changed('ses', 'paused');
    await until(async () => (await open()).length > 0, { what: 'the incident' });
    expect(await sql`SELECT subject, detail FROM incidents`).toEqual([
      { subject: 'ses', detail: { code: REFUSED.code, status: 403 } },
    ]);
    incidents.changed('ses', 'resumed');
    await until(async () => (await open()).length === 0, { what: 'its end' });
  });

  it('says at the terminal who refused with what, and not that everything waits', () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'sender-email', level: 'info' }, { write: (line) => lines.push(line) });
    createIncidents(sql, log, () => 0).refused('ses', REFUSED);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ provider: 'ses', status: 403 });
    expect(JSON.parse(lines[0] ?? '').msg).toBe(
      'ses refuses our credentials (403 InvalidClientTokenId): paused; messages go to the next provider, or wait',
    );
  });

  it('a refusal that comes late, after the provider has taken a message again, opens nothing', async () => {
    const incidents = create();
    incidents.refused('ses', REFUSED);
    incidents.changed('ses', 'paused');
    incidents.changed('ses', 'resumed');
    incidents.refused('ses', REFUSED);
    incidents.changed('ses', 'opened');
    await until(async () => (await open()).length > 0, { what: 'the breaker’s incident' });
    expect(await open()).toEqual([{ rule: 'breaker_open', subject: 'ses' }]);
    incidents.changed('ses', 'closed');
    await until(async () => (await open()).length === 0, { what: 'its end' });
  });
});

describe('R-7.4 R-8.7 what a message on its way shows', () => {
  const seen = (incidents: ReturnType<typeof create>, segments = 4) =>
    incidents.notice('sms_too_long', 'stock.low ne', { segments });
  const lastSeen = async () => (await sql`SELECT seen_at FROM incidents`)[0]?.seen_at;

  it('is one incident, whoever sees it and however often', async () => {
    const [one, other] = [create(), create()];
    for (let n = 0; n < 5; n++) seen(one);
    await until(async () => (await open()).length > 0, { what: 'the incident' });
    expect(await sql`SELECT rule, subject, detail, closed_at FROM incidents`).toEqual([
      { rule: 'sms_too_long', subject: 'stock.low ne', detail: { segments: 4 }, closed_at: null },
    ]);
    const first = await lastSeen();
    seen(other);
    await until(async () => (await lastSeen()) !== first, { what: 'it to be seen again' });
    expect(await sql`SELECT FROM incidents`).toHaveLength(1);
  });

  it('is written down again while it goes on, every five minutes', async () => {
    let nowMs = 0;
    const incidents = create(() => nowMs);
    seen(incidents);
    await until(async () => (await open()).length > 0, { what: 'the incident' });
    const first = await lastSeen();
    nowMs = 299_999;
    seen(incidents);
    // One connection: this look comes after whatever was written.
    expect(await lastSeen()).toBe(first);
    nowMs = 300_000;
    seen(incidents);
    await until(async () => (await lastSeen()) !== first, { what: 'it to be seen again' });
  });
});
