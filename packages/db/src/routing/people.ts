import type { SqlOrTx } from '../client.js';

/**
 * The numbers of these external ids, making the missing. Looks first and inserts only what is missing, because
 * ON CONFLICT burns a number for every row that was there.
 */
export const ensurePeople = async (sql: SqlOrTx, externalIds: readonly string[]): Promise<Map<string, number>> => {
  const wanted = [...new Set(externalIds)].sort();
  const find = async (ids: readonly string[]): Promise<(readonly [string, number])[]> => {
    const rows = await sql<{ n: number; id: string }[]>`
      SELECT n, external_id AS id FROM people WHERE external_id = ANY(${ids as string[]}::text[])`;
    return rows.map((row) => [row.id, row.n] as const);
  };
  const known = new Map(await find(wanted));
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  await sql`
    INSERT INTO people (external_id) SELECT id FROM unnest(${missing}::text[]) AS g(id) ORDER BY id
    ON CONFLICT (external_id) DO NOTHING`;
  // Whoever inserted them, they are there now.
  return new Map([...known, ...(await find(missing))]);
};
