const NOTHING = '00000000-0000-0000-0000-000000000000';

/**
 * First and last of these ids. A statement that also says `id BETWEEN from AND to` opens the one or two months that they lie
 * in; from an array alone Postgres would open every month there is, at half a millisecond a statement.
 *
 * For reads only. A row that a locking statement had to wait for is lost to it when the month was chosen while the plan ran:
 * PostgreSQL 18 (18.4) answers as if there were no such row.
 */
export const idSpan = (ids: readonly string[]): { from: string; to: string } => {
  let [from = NOTHING] = ids;
  let to = from;
  for (const id of ids) {
    if (id < from) from = id;
    if (id > to) to = id;
  }
  return { from, to };
};
