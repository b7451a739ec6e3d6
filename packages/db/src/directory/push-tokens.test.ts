import { randomBytes, randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { ensurePeople } from '../routing/people.js';
import { suppress } from '../suppressions/suppress.js';
import { eraseRecipient } from './erase-recipient.js';
import { deletePushToken, readPushTokens, registerPushToken } from './push-tokens.js';

let db: TestDatabase;
let sql: Sql;
let sita: number;
let otto: number;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 20, app: 'test', genericPlans: true });
  const people = await ensurePeople(sql, ['sita', 'otto']);
  [sita, otto] = [people.get('sita') as number, people.get('otto') as number];
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});
beforeEach(() => sql`TRUNCATE push_tokens, suppressions`);

const device = (kind: 'fcm' | 'apns' | 'webpush' = 'fcm') => ({ kind, hash: randomBytes(32), sealed: randomBytes(40) });
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const unregistered = (id: string, evidenceAt: string) =>
  ({
    channel: 'push',
    address: `fcm:${id}`,
    reason: 'unregistered',
    provider: 'fcm',
    code: 'UNREGISTERED',
    deliveryId: null,
    evidenceAt,
  }) as const;

it('R-10.6 keeps a device as it was sealed, under its id', async () => {
  const phone = device();
  const stored = await registerPushToken(sql, sita, phone);
  expect(stored).toMatchObject({ created: true });
  const id = stored?.id ?? '';
  const known = await readPushTokens(sql, [id, randomUUID()]);
  expect([...known.keys()]).toEqual([id]);
  expect(known.get(id)?.kind).toBe('fcm');
  expect(known.get(id)?.sealed.equals(phone.sealed)).toBe(true);
  expect(await readPushTokens(sql, [])).toEqual(new Map());
});

it('a device that registers again keeps its id, is sealed anew and counts from now', async () => {
  const phone = device();
  const first = await registerPushToken(sql, sita, phone);
  const [before] = await sql`SELECT created_at, registered_at FROM push_tokens`;
  const resealed = randomBytes(40);
  const again = await registerPushToken(sql, sita, { ...phone, sealed: resealed });
  expect(again).toEqual({ id: first?.id, created: false });
  const [after] = await sql`SELECT created_at, registered_at, sealed FROM push_tokens`;
  expect(after?.created_at).toBe(before?.created_at);
  expect(after?.registered_at > before?.registered_at).toBe(true);
  expect(after?.sealed.equals(resealed)).toBe(true);
});

it('lifts what called the device unregistered, and only that', async () => {
  const phone = device();
  const { id = '' } = (await registerPushToken(sql, sita, phone)) ?? {};
  await suppress(sql, [unregistered(id, later(1_000))]);
  await registerPushToken(sql, sita, phone);
  expect(await sql`SELECT lifted_by FROM suppressions`).toEqual([{ lifted_by: 'registration' }]);
  await sql`INSERT INTO suppressions (channel, address, reason, evidence_at) VALUES ('push', ${`fcm:${id}`}, 'complaint', now())`;
  await registerPushToken(sql, sita, phone);
  expect(await sql`SELECT reason FROM suppressions WHERE lifted_at IS NULL`).toEqual([{ reason: 'complaint' }]);
});

it('a device that comes to somebody else has a new id: nothing of the one before reaches it', async () => {
  const phone = device();
  const before = await registerPushToken(sql, sita, phone);
  const after = await registerPushToken(sql, otto, phone);
  expect(after).toMatchObject({ created: true });
  expect(after?.id).not.toBe(before?.id);
  expect(await readPushTokens(sql, [before?.id ?? ''])).toEqual(new Map());
  expect(await sql`SELECT person FROM push_tokens`).toEqual([{ person: otto }]);
});

it('the same bytes at two vendors are two devices', async () => {
  const phone = device('fcm');
  await registerPushToken(sql, sita, phone);
  await registerPushToken(sql, sita, { ...phone, kind: 'apns' });
  expect(await sql`SELECT FROM push_tokens`).toHaveLength(2);
});

it('is one row when twenty register it at once', async () => {
  const phone = device();
  const answers = await Promise.all(Array.from({ length: 20 }, () => registerPushToken(sql, sita, phone)));
  expect(new Set(answers.map((answer) => answer?.id)).size).toBe(1);
  expect(answers.filter((answer) => answer?.created)).toHaveLength(1);
});

it('forgets a device of this person, and of nobody else', async () => {
  const { id = '' } = (await registerPushToken(sql, sita, device())) ?? {};
  expect(await deletePushToken(sql, 'otto', id)).toBe(false);
  expect(await deletePushToken(sql, 'sita', randomUUID())).toBe(false);
  expect(await deletePushToken(sql, 'sita', id)).toBe(true);
  expect(await deletePushToken(sql, 'sita', id)).toBe(false);
});

it('R-10.7 takes no device of somebody who was erased', async () => {
  const n = (await ensurePeople(sql, ['gone'])).get('gone') as number;
  await eraseRecipient(sql, 'gone');
  expect(await registerPushToken(sql, n, device())).toBeUndefined();
  expect(await sql`SELECT FROM push_tokens`).toHaveLength(0);
});
