import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { writePreferences } from '../directory/preferences.js';
import { registerPushToken } from '../directory/push-tokens.js';
import { putRecipient } from '../directory/recipients.js';
import { type KnownRecipient, lookUpRecipients } from './look-up-recipients.js';
import { ensurePeople } from './people.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 5, app: 'test', genericPlans: true });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const NOTHING: KnownRecipient = { n: null, profile: undefined, categories: {}, timezone: null, pushTokens: [] };

it('looks number and directory entry up together, for each id that was asked', async () => {
  await putRecipient(sql, 'listed', { email: 'l@example.com', channels: ['email'] });
  await putRecipient(sql, 'both', { name: 'Both', locale: 'ne-NP' });
  const numbers = await ensurePeople(sql, ['seen', 'both']);
  const found = await lookUpRecipients(sql, ['listed', 'seen', 'both', 'neither', 'seen']);
  expect(found).toEqual(
    new Map([
      ['listed', { ...NOTHING, profile: { email: 'l@example.com', channels: ['email'] } }],
      ['seen', { ...NOTHING, n: numbers.get('seen') ?? 0 }],
      ['both', { ...NOTHING, n: numbers.get('both') ?? 0, profile: { name: 'Both', locale: 'ne-NP' } }],
      ['neither', NOTHING],
    ]),
  );
  expect(await lookUpRecipients(sql, [])).toEqual(new Map());
});

it('R-6.2 tells what each of them wants, and the devices that can be reached', async () => {
  const numbers = await ensurePeople(sql, ['sita', 'otto']);
  const [sita, otto] = [numbers.get('sita') as number, numbers.get('otto') as number];
  const register = async (person: number, kind: 'fcm' | 'apns') => {
    const stored = await registerPushToken(sql, person, { kind, hash: randomBytes(32), sealed: Buffer.from('s') });
    return { kind, id: stored?.id ?? '' };
  };
  await writePreferences(
    sql,
    sita,
    { categories: { marketing: { email: false } }, timezone: 'Asia/Kathmandu' },
    'recipient',
  );
  const phones = [await register(sita, 'fcm'), await register(sita, 'apns')];
  const [gone, back] = [await register(sita, 'fcm'), await register(otto, 'fcm')];
  const suppressed = (id: string, liftedAt: string | null) => sql`
    INSERT INTO suppressions (channel, address, reason, evidence_at, lifted_at)
    VALUES ('push', ${`fcm:${id}`}, 'unregistered', now(), ${liftedAt})`;
  await suppressed(gone.id, null);
  await suppressed(back.id, '2026-11-30T00:00:00Z');
  const found = await lookUpRecipients(sql, ['sita', 'otto']);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(found.get('sita')).toEqual({
    ...NOTHING,
    n: sita,
    categories: { marketing: { email: false } },
    timezone: 'Asia/Kathmandu',
    pushTokens: phones.sort(byId),
  });
  expect(found.get('otto')).toEqual({ ...NOTHING, n: otto, pushTokens: [back] });
});
