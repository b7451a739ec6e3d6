export interface Column<T> {
  readonly title: string;
  readonly of: (row: T) => string;
}

/** Rows under their titles, columns as wide as their widest cell. */
export const asTable = <T>(columns: readonly Column<T>[], rows: readonly T[]): string => {
  const cells = columns.map(({ title, of }) => [title, ...rows.map(of)]);
  const widths = cells.map((column) => Math.max(...column.map((cell) => cell.length)));
  const line = (i: number) => cells.map((column, c) => (column[i] ?? '').padEnd(widths[c] ?? 0)).join('  ');
  return Array.from({ length: rows.length + 1 }, (_, i) => line(i).trimEnd()).join('\n');
};
