import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { ensurePeople } from '../routing/people.js';
import { eraseRecipient } from './erase-recipient.js';
import { readPreferences, replacePreferences, writePreferences } from './preferences.js';

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

let made = 0;
const person = async (id = `u-${++made}`): Promise<number> => (await ensurePeople(sql, [id])).get(id) as number;
const changesOf = (n: number) =>
  sql`SELECT actor, before, after FROM preference_changes WHERE person = ${n} ORDER BY n`;

const FULL = {
  categories: { marketing: { email: false, sms: true } },
  quietHours: { from: '22:00', to: '07:00' },
  timezone: 'Asia/Kathmandu',
};

it('keeps what somebody wants, and knows nothing of who has said nothing', async () => {
  const n = await person();
  expect(await readPreferences(sql, n)).toBeUndefined();
  expect(await replacePreferences(sql, n, FULL, 'erp')).toEqual(FULL);
  expect(await readPreferences(sql, n)).toEqual(FULL);
  expect(await replacePreferences(sql, n, { categories: {} }, 'erp')).toEqual({ categories: {} });
  expect(await readPreferences(sql, n)).toEqual({ categories: {} });
});

it('lays a change over what was said', async () => {
  const n = await person();
  await replacePreferences(sql, n, FULL, 'erp');
  const after = { ...FULL, categories: { marketing: { email: true, sms: true }, stock: { push: false } } };
  const change = { categories: { marketing: { email: true }, stock: { push: false } } };
  expect(await writePreferences(sql, n, change, 'recipient')).toEqual(after);
  expect(await readPreferences(sql, n)).toEqual(after);
});

it('R-6.8 audits who changed what, from and to, and nothing where nothing changed', async () => {
  const n = await person();
  const out = { categories: { marketing: { email: false } } };
  await replacePreferences(sql, n, { categories: {} }, 'nothing');
  await replacePreferences(sql, n, out, 'erp');
  await replacePreferences(sql, n, out, 'again');
  await writePreferences(sql, n, { categories: { marketing: { email: false } } }, 'again');
  await writePreferences(sql, n, { categories: { marketing: { email: true } } }, 'recipient');
  expect(await changesOf(n)).toEqual([
    { actor: 'erp', before: null, after: out },
    { actor: 'recipient', before: out, after: { categories: { marketing: { email: true } } } },
  ]);
});

it('loses none of many changes at once, and audits each as it was', async () => {
  const n = await person();
  const names = Array.from({ length: 20 }, (_, i) => `c${i}`);
  await Promise.all(names.map((name) => writePreferences(sql, n, { categories: { [name]: { email: false } } }, name)));
  const { categories } = (await readPreferences(sql, n)) ?? { categories: {} };
  expect(Object.keys(categories).sort()).toEqual([...names].sort());
  const sizes = (await changesOf(n)).map((row) => Object.keys(row.after.categories).length);
  expect(sizes).toEqual(names.map((_, i) => i + 1));
});

it('R-10.7 writes nothing for somebody who was erased', async () => {
  const n = await person('gone');
  await eraseRecipient(sql, 'gone');
  expect(await replacePreferences(sql, n, FULL, 'erp')).toBeUndefined();
  expect(await writePreferences(sql, n, FULL, 'erp')).toBeUndefined();
  expect(await readPreferences(sql, n)).toBeUndefined();
  expect(await changesOf(n)).toEqual([]);
});
