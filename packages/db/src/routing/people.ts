import type { SqlOrTx } from '../client.js';

const findPeople = async (sql: SqlOrTx, ids: readonly string[]): Promise<(readonly [string, number])[]> => {
  const rows = await sql<{ n: number; id: string }[]>`
    SELECT n, external_id AS id FROM people WHERE external_id = ANY(${ids as string[]}::text[])`;
  return rows.map((row) => [row.id, row.n] as const);
};

/**
 * The numbers of these external ids, making the missing. Looks first and inserts only what is missing, because
 * ON CONFLICT burns a number for every row that was there. Throws when one of them is erased in this very moment: nobody
 * may be routed to a number that is not theirs.
 */
export const ensurePeople = async (sql: SqlOrTx, externalIds: readonly string[]): Promise<Map<string, number>> => {
  const wanted = [...new Set(externalIds)].sort();
  const known = new Map(await findPeople(sql, wanted));
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  await sql`
    INSERT INTO people (external_id) SELECT id FROM unnest(${missing}::text[]) AS g(id) ORDER BY id
    ON CONFLICT (external_id) DO NOTHING`;
  // Whoever inserted them, they are there now.
  const numbers = new Map([...known, ...(await findPeople(sql, missing))]);
  if (!wanted.every((id) => numbers.has(id))) throw new Error('a recipient was erased while being routed to');
  return numbers;
};
