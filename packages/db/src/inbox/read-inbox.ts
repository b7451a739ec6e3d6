import type { SqlOrTx } from '../client.js';
import { type InboxItem, type ItemRow, itemColumns, toItem } from './inbox-item.js';

/** The last card of a page: when it was put there, in microseconds since 1970, and its id. */
export interface InboxCursor {
  readonly micros: number;
  readonly id: string;
}

/** One page of the cards that are not archived, newest first; `next` is null at the end. */
export const listInbox = async (
  sql: SqlOrTx,
  person: number,
  page: { limit: number; cursor: InboxCursor | null },
): Promise<{ items: InboxItem[]; next: InboxCursor | null }> => {
  const { limit, cursor } = page;
  const before =
    cursor === null
      ? sql``
      : sql`AND (i.rendered_at, i.id) < ('epoch'::timestamptz + ${cursor.micros}::float8 * interval '1 microsecond', ${cursor.id}::uuid)`;
  const rows = await sql<(ItemRow & { micros: string })[]>`
    SELECT ${itemColumns(sql)}, (extract(epoch FROM i.rendered_at) * 1000000)::bigint AS micros
    FROM inbox_items i WHERE i.person = ${person} AND i.archived_at IS NULL ${before}
    ORDER BY i.rendered_at DESC, i.id DESC LIMIT ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toItem), next: last === undefined ? null : { micros: Number(last.micros), id: last.id } };
};

/** Cards that are neither seen nor archived. */
export const countUnread = async (sql: SqlOrTx, person: number): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM inbox_items WHERE person = ${person} AND archived_at IS NULL AND seen_at IS NULL`;
  return row?.n ?? 0;
};

/** Up to `limit` cards that changed after a number, archived ones too, in the order of their last change. */
export const changesSince = async (
  sql: SqlOrTx,
  person: number,
  change: number,
  limit: number,
): Promise<InboxItem[]> => {
  const rows = await sql<ItemRow[]>`
    SELECT ${itemColumns(sql)} FROM inbox_items i WHERE i.person = ${person} AND i.change > ${change}
    ORDER BY i.change LIMIT ${limit}`;
  return rows.map(toItem);
};

/** The last change in each of these inboxes, 0 for an empty one. Who is not known, or erased, is absent. */
export const newestChanges = async (sql: SqlOrTx, people: readonly number[]): Promise<Map<number, number>> => {
  const rows = await sql<{ person: number; change: string }[]>`
    SELECT p.n AS person, coalesce((SELECT max(i.change) FROM inbox_items i WHERE i.person = p.n), 0) AS change
    FROM unnest(${people as number[]}::int[]) AS g(n) JOIN people p USING (n) WHERE p.external_id IS NOT NULL`;
  return new Map(rows.map((row) => [row.person, Number(row.change)]));
};

/** Whether a number still belongs to somebody: a token outlives an erasure, what it opens does not. */
export const isSomebody = async (sql: SqlOrTx, person: number): Promise<boolean> => {
  const rows = await sql`SELECT FROM people WHERE n = ${person} AND external_id IS NOT NULL`;
  return rows.length > 0;
};
