import type { SqlOrTx } from '../client.js';
import { retryDeadlock } from '../connection-errors.js';
import { INBOX_CHANNEL } from './deliver-in-app.js';
import { type InboxItem, type ItemRow, itemColumns, toItem } from './inbox-item.js';

/** What a person does with a card. Who reads one or puts it away has seen it. */
export const MARKS = ['seen', 'read', 'archive'] as const;
export type Mark = (typeof MARKS)[number];

const COLUMN: Readonly<Record<Mark, string>> = { seen: 'seen_at', read: 'read_at', archive: 'archived_at' };

/**
 * Marks one card. The first time counts: a second mark changes nothing and tells nobody. Returns the card as it is now, or
 * undefined when this person has none of that id, be it another's or one that a newer version has replaced.
 */
export const markItem = async (
  sql: SqlOrTx,
  person: number,
  id: string,
  mark: Mark,
): Promise<InboxItem | undefined> => {
  const column = sql(COLUMN[mark]);
  const [row] = await retryDeadlock(
    () => sql<ItemRow[]>`
      WITH owner AS MATERIALIZED (
        SELECT n FROM people WHERE n = ${person} AND external_id IS NOT NULL FOR NO KEY UPDATE
      ), marked AS (
        UPDATE inbox_items i SET seen_at = coalesce(i.seen_at, clock_timestamp()),
          ${mark === 'seen' ? sql`` : sql`${column} = clock_timestamp(),`} change = nextval('inbox_changes')
        FROM owner WHERE i.person = owner.n AND i.id = ${id} AND i.${column} IS NULL
        RETURNING i.*
      ), told AS (
        SELECT pg_notify(${INBOX_CHANNEL}, person::text) FROM marked
      )
      SELECT ${itemColumns(sql)} FROM marked i WHERE (SELECT count(*) FROM told) >= 0`,
  );
  if (row !== undefined) return toItem(row);
  const [found] = await sql<ItemRow[]>`
    SELECT ${itemColumns(sql)} FROM inbox_items i WHERE i.person = ${person} AND i.id = ${id}`;
  return found && toItem(found);
};

/** Marks everything that stands in the inbox as seen. Returns how many cards were not. */
export const markAllSeen = async (sql: SqlOrTx, person: number): Promise<number> => {
  const [row] = await retryDeadlock(
    () => sql<{ n: number }[]>`
      WITH owner AS MATERIALIZED (
        SELECT n FROM people WHERE n = ${person} AND external_id IS NOT NULL FOR NO KEY UPDATE
      ), marked AS (
        UPDATE inbox_items i SET seen_at = clock_timestamp(), change = nextval('inbox_changes')
        FROM owner WHERE i.person = owner.n AND i.seen_at IS NULL AND i.archived_at IS NULL
        RETURNING i.person
      ), told AS (
        SELECT pg_notify(${INBOX_CHANNEL}, person::text) FROM (SELECT DISTINCT person FROM marked) people
      )
      SELECT (SELECT count(*)::int FROM marked) AS n WHERE (SELECT count(*) FROM told) >= 0`,
  );
  return row?.n ?? 0;
};
