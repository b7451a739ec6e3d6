import { beat, createSql, listOpenIncidents, type Sql } from '@crier/db';
import { SWEEP } from '@crier/domain';
import { createLogger, systemClock } from '@crier/runtime';
import { type TestDatabase, testDatabase, until } from '@crier/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSchedulerWatch } from './watch-scheduler.js';

let database: TestDatabase;
let sql: Sql;
let watch: { close(): Promise<void> } | undefined;
const log = createLogger({ name: 'watch-test', level: 'silent' });

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
const start = (runningSeconds: number) => {
  const began = systemClock.monotonicMs();
  let looks = 0;
  const monotonicMs = () => (looks++ === 0 ? began : systemClock.monotonicMs() + runningSeconds * 1_000);
  watch = startSchedulerWatch({ sql, sweepMs: 10_000, clock: { monotonicMs }, log, everyMs: 20 });
  return { looked: (times: number) => until(async () => looks > times + 1, { what: 'the watch to look' }) };
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
