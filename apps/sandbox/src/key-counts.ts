import { createNameTable } from './name-table.js';

export interface KeyCounts {
  /** Counts one message under its key and gives the key's number; 0 is "no key". */
  add(key: string | null): number;
  find(key: string): number | undefined;
  name(number: number): string | null;
  /** How many messages carry the key of this number. */
  copies(number: number): number;
  /** How many keys there are, and how many of them came more than once. */
  readonly size: number;
  readonly duplicated: number;
  duplicates(): { key: string; count: number }[];
  clear(): void;
}

/** How often each delivery key was accepted: what "sent once" is judged by. */
export const createKeyCounts = (): KeyCounts => {
  const table = createNameTable();
  const counts: number[] = [];
  let duplicated = 0;
  return {
    add(key) {
      if (key === null) return 0;
      const index = table.number(key);
      const count = (counts[index] ?? 0) + 1;
      counts[index] = count;
      if (count === 2) duplicated += 1;
      return index + 1;
    },
    find(key) {
      const index = table.find(key);
      return index === undefined ? undefined : index + 1;
    },
    name: (number) => (number === 0 ? null : table.name(number - 1)),
    copies: (number) => (number === 0 ? 1 : (counts[number - 1] ?? 0)),
    get size() {
      return table.size;
    },
    get duplicated() {
      return duplicated;
    },
    duplicates: () => counts.flatMap((count, index) => (count > 1 ? [{ key: table.name(index), count }] : [])),
    clear() {
      table.clear();
      counts.length = 0;
      duplicated = 0;
    },
  };
};
