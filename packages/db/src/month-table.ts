import type { SqlOrTx } from './client.js';

/** `2026_11` of an id whose instant lies in that month, as `crier_ensure_partitions` names tables. */
const monthOf = (id: string): string =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString().slice(0, 7).replace('-', '_');

/**
 * The table that holds these rows: the month's own if they share one, as nearly always, else all months'. A statement that
 * locks and updates can't be told the month in any other way: from the ids alone Postgres plans, locks and opens every
 * month there is, a third of the statement's cost (docs/decisions/0010), and one chosen while the plan runs loses rows
 * that it has to wait for (`idSpan`).
 *
 * Only for rows that were read before: of a month that is gone there is no table, and that is an error.
 */
export const monthTable = (sql: SqlOrTx, parent: 'deliveries' | 'attempts', ids: readonly string[]) => {
  const [first] = ids;
  const month = first === undefined ? '' : monthOf(first);
  return sql(first !== undefined && ids.every((id) => monthOf(id) === month) ? `${parent}_${month}` : parent);
};
