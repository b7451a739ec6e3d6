const NOTHING = '00000000-0000-0000-0000-000000000000';

/**
 * First and last of these ids. A statement that also says `id BETWEEN from AND to` opens the one or two months that they lie
 * in; from an array alone Postgres would open every month there is, at half a millisecond a statement.
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
