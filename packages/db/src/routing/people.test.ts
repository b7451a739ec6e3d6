import { type TestDatabase, testDatabase } from '@crier/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSql, type Sql } from '../client.js';
import { ensurePeople } from './people.js';

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

const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
const nextNumber = async (): Promise<number> => {
  const [row] = await sql<{ n: string }[]>`SELECT nextval(pg_get_serial_sequence('people', 'n'))::text AS n`;
  return Number(row?.n);
};

it('gives everybody a number of their own and knows it the next time', async () => {
  const first = await ensurePeople(sql, ['a', 'b', 'a']);
  expect(first.size).toBe(2);
  expect(first.get('a')).not.toBe(first.get('b'));
  const second = await ensurePeople(sql, ['b', 'c', 'a']);
  expect(second.get('a')).toBe(first.get('a'));
  expect(second.get('b')).toBe(first.get('b'));
  expect(second.size).toBe(3);
});

it('burns no number for people who are known', async () => {
  await ensurePeople(sql, names('known', 100));
  const before = await nextNumber();
  for (let n = 0; n < 5; n++) await ensurePeople(sql, names('known', 100));
  await ensurePeople(sql, [...names('known', 100), 'one more']);
  expect(await nextNumber()).toBe(before + 2);
});

it('gives twenty racers the same numbers, one for each person', async () => {
  const wanted = names('race', 100);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ensurePeople(sql, n % 2 === 0 ? wanted : [...wanted].reverse())),
  );
  const [first] = answers as [Map<string, number>];
  expect(new Set(first.values()).size).toBe(100);
  for (const answer of answers) expect([...answer].sort()).toEqual([...first].sort());
  const [count] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM people WHERE external_id LIKE 'race-%'`;
  expect(count?.n).toBe(100);
});

it('takes ids for what they are, byte by byte', async () => {
  const odd = ['A', 'a', 'a ', 'é', 'e\u0301', '{x,"y"}', 'NULL', '', '\\', '😀'];
  const numbers = await ensurePeople(sql, odd);
  expect(numbers.size).toBe(odd.length);
  expect(new Set(numbers.values()).size).toBe(odd.length);
  expect(await ensurePeople(sql, odd)).toEqual(numbers);
});

it('numbers nobody for nobody', async () => {
  expect(await ensurePeople(sql, [])).toEqual(new Map());
});

it('refuses to answer without a number for everyone', async () => {
  // Stored as U+FFFD: nobody is ever found under it again.
  await expect(ensurePeople(sql, ['\ud800'])).rejects.toThrow('erased');
});
