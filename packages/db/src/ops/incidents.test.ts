import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import {
  closeIncident,
  listOpenIncidents,
  markTold,
  openIncident,
  tellLater,
  type UntoldIncident,
  untoldIncident,
} from './incidents.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(async () => {
  await sql`TRUNCATE incidents, audit_log`;
});

const REFUSED = { rule: 'provider_credentials_refused', subject: 'ses' };
const open = (key = REFUSED) =>
  openIncident(sql, { ...key, detail: { code: 'InvalidClientTokenId', status: 403 }, actor: 'sender' });
const close = (key = REFUSED) => closeIncident(sql, { ...key, actor: 'sender' });
const atOnce = <T>(n: number, run: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: n }, run));
const auditLog = () => sql`SELECT actor, action, subject, detail FROM audit_log ORDER BY n`;
const claimed = async (leaseMs = 60_000): Promise<UntoldIncident> => {
  const incident = await untoldIncident(sql, leaseMs);
  if (incident === undefined) throw new Error('there is nothing to tell');
  return incident;
};

describe('R-4.7 an incident', () => {
  it('is opened by one of twenty who see it at the same time, and logged once', async () => {
    expect((await atOnce(20, open)).filter(Boolean)).toHaveLength(1);
    expect(await listOpenIncidents(sql)).toEqual([REFUSED]);
    expect(await auditLog()).toEqual([
      {
        actor: 'sender',
        action: 'incident.open',
        subject: 'provider_credentials_refused ses',
        detail: { code: 'InvalidClientTokenId', status: 403 },
      },
    ]);
  });

  it('is closed by one of twenty, and can be opened again', async () => {
    await open();
    expect((await atOnce(20, close)).filter(Boolean)).toHaveLength(1);
    expect(await listOpenIncidents(sql)).toEqual([]);
    expect(await open()).toBe(true);
    expect((await auditLog()).map((row) => row.action)).toEqual(['incident.open', 'incident.close', 'incident.open']);
  });

  it('that was never opened can’t be closed', async () => {
    expect(await close()).toBe(false);
    expect(await auditLog()).toEqual([]);
  });

  it('is told apart by its rule and by its subject', async () => {
    expect(await open()).toBe(true);
    expect(await open({ ...REFUSED, subject: 'sendgrid' })).toBe(true);
    expect(await open({ ...REFUSED, rule: 'breaker_open' })).toBe(true);
    await close();
    expect(await listOpenIncidents(sql)).toHaveLength(2);
  });
});

describe('R-8.7 an untold incident', () => {
  it('is taken by one of twenty, with all that there is to tell', async () => {
    await open();
    const taken = (await atOnce(20, () => untoldIncident(sql, 60_000))).filter((one) => one !== undefined);
    expect(taken).toEqual([
      {
        n: expect.stringMatching(/^\d+$/),
        ...REFUSED,
        detail: { code: 'InvalidClientTokenId', status: 403 },
        openedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        closedAt: null,
        openingTold: false,
      },
    ]);
  });

  it('is told twice in all: that it began and that it ended', async () => {
    await open();
    await markTold(sql, await claimed());
    expect(await untoldIncident(sql, 60_000)).toBeUndefined();
    await close();
    const recovery = await claimed();
    expect(recovery).toMatchObject({ openingTold: true, closedAt: expect.any(String) });
    await markTold(sql, recovery);
    expect(await untoldIncident(sql, 60_000)).toBeUndefined();
  });

  it('that was over before anybody could be told is told once', async () => {
    await open();
    await close();
    const both = await claimed();
    expect(both).toMatchObject({ openingTold: false, closedAt: expect.any(String) });
    await markTold(sql, both);
    expect(await untoldIncident(sql, 60_000)).toBeUndefined();
  });

  it('that ends while its beginning is being told is told of once more', async () => {
    await open();
    const beginning = await claimed();
    await close();
    await markTold(sql, beginning);
    expect(await claimed()).toMatchObject({ openingTold: true, closedAt: expect.any(String) });
  });

  it('whose teller died is told by another when the lease is over, not before', async () => {
    await open();
    await claimed(150);
    expect(await untoldIncident(sql, 60_000)).toBeUndefined();
    await sql`SELECT pg_sleep(0.2)`;
    expect(await claimed()).toMatchObject(REFUSED);
  });

  it('waits as long as the chat asked for, and all others wait with it', async () => {
    await open();
    await tellLater(sql, (await claimed()).n, 60_000);
    await open({ ...REFUSED, subject: 'sendgrid' });
    expect(await untoldIncident(sql, 60_000)).toBeUndefined();
    await sql`UPDATE incidents SET tell_at = now() WHERE tell_at > now()`;
    expect(await untoldIncident(sql, 60_000)).toBeDefined();
  });

  it('that the chat refuses keeps no other from being told', async () => {
    await open();
    await open({ ...REFUSED, subject: 'sendgrid' });
    await tellLater(sql, (await claimed()).n, 150);
    await sql`SELECT pg_sleep(0.2)`;
    expect(await claimed()).toMatchObject({ subject: 'sendgrid' });
  });
});
