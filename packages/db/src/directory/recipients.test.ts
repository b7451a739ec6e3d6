import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { getRecipient, putRecipient } from './recipients.js';

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = createSql({ url: db.url, max: 4, app: 'test' });
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

const FULL = {
  name: 'राम "बहादुर", \\ 😀',
  email: 'ram@example.com',
  phone: '+9779800000000',
  whatsapp: '+9779800000001',
  locale: 'ne-NP',
  timezone: 'Asia/Kathmandu',
  channels: ['email', 'sms'] as const,
};

it('R-3.5 keeps what it is given, and tells a new entry from a replaced one', async () => {
  const { entry, created } = await putRecipient(sql, 'u-1', FULL);
  expect(created).toBe(true);
  expect(entry).toMatchObject({ id: 'u-1', ...FULL });
  expect(entry.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await getRecipient(sql, 'u-1')).toEqual(entry);

  const again = await putRecipient(sql, 'u-1', { email: 'new@example.com' });
  expect(again.created).toBe(false);
  expect(again.entry.createdAt).toBe(entry.createdAt);
  expect(again.entry.updatedAt > entry.updatedAt).toBe(true);
});

it('forgets what a later entry leaves out', async () => {
  await putRecipient(sql, 'u-2', FULL);
  await putRecipient(sql, 'u-2', { name: 'Ram' });
  const entry = await getRecipient(sql, 'u-2');
  expect(entry).toEqual({ id: 'u-2', name: 'Ram', createdAt: expect.any(String), updatedAt: expect.any(String) });
});

it('is created once by twenty who put it at the same time', async () => {
  const put = await Promise.all(Array.from({ length: 20 }, (_, n) => putRecipient(sql, 'u-3', { name: `n-${n}` })));
  expect(put.filter((one) => one.created)).toHaveLength(1);
});

it('is undefined when there is none', async () => {
  expect(await getRecipient(sql, 'nobody')).toBeUndefined();
});
