import { randomUUID } from 'node:crypto';
import { testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { migrate } from '../migrate.js';
import { logOf, rowOf, seedDeliveries, seedDelivery, startSending } from '../record.test-support.js';
import { type FailOver, failOver } from './fail-over.js';
import { recordAccepted } from './record-accepted.js';

let database: Awaited<ReturnType<typeof testDatabase>>;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url);
  sql = createSql({ url: database.url, max: 4, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const LEASE_MS = 60_000;
const entry = { provider: 'ses', status: 503, code: 'ServiceUnavailable', message: 'later', result: 'transient' };
const next = (id: string, token: string, over: Partial<FailOver> = {}): FailOver => ({
  id,
  token,
  logSeq: 0,
  entry,
  provider: 'sendgrid',
  resend: false,
  ...over,
});

describe('R-4.6 between two calls of one pass', () => {
  it('logs the first, names the second, and gives it a whole lease', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id], 1_000);
    expect(await failOver(sql, [next(id, token)], LEASE_MS)).toEqual(new Set([id]));
    expect(await logOf(sql, id)).toEqual([
      { seq: 1, provider: 'ses', code: 'ServiceUnavailable', message: 'later', result: 'transient' },
    ]);
    const row = await rowOf(sql, id);
    expect(row).toMatchObject({ state: 'sending', provider: 'sendgrid', log_seq: 1, attempts: 1, resends: 0 });
    const left =
      await sql`SELECT extract(epoch FROM lease_until - now()) > 50 AS long FROM deliveries WHERE id = ${id}`;
    expect(left[0]?.long).toBe(true);
  });

  it('asked again after an answer that was lost in the commit, logs nothing twice', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    const item = next(id, token, { resend: true });
    for (let i = 0; i < 3; i++) expect(await failOver(sql, [item], LEASE_MS)).toEqual(new Set([id]));
    expect(await logOf(sql, id)).toHaveLength(1);
    expect(await rowOf(sql, id)).toMatchObject({ log_seq: 1, resends: 1 });
  });

  it('R-4.9a a first call that was accepted without an id admits a second copy', async () => {
    const id = await seedDelivery(sql);
    const token = await startSending(sql, [id]);
    await failOver(sql, [next(id, token, { resend: true })], LEASE_MS);
    expect(await rowOf(sql, id)).toMatchObject({ resends: 1 });
  });

  it('is refused to whoever has lost the delivery meanwhile, and changes nothing of it', async () => {
    const [foreign, over, read] = (await seedDeliveries(sql, 3)).ids as [string, string, string];
    const token = await startSending(sql, [foreign, over, read]);
    await recordAccepted(sql, [{ id: over, provider: 'ses', messageId: 'm-1', status: 200, evidence: 'answer' }]);
    const items = [next(foreign, randomUUID()), next(over, token), next(read, token, { logSeq: 7 })];
    expect(await failOver(sql, items, LEASE_MS)).toEqual(new Set());
    expect(await rowOf(sql, over)).toMatchObject({ state: 'accepted', provider: 'ses' });
    expect(await logOf(sql, foreign)).toEqual([]);
  });
});
