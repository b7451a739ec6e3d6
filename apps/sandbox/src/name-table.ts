export interface NameTable {
  /** The name's number, given out on first sight. */
  number(name: string): number;
  /** The name's number if it was ever seen. */
  find(name: string): number | undefined;
  name(number: number): string;
  readonly size: number;
  clear(): void;
}

/**
 * A copy that owns its characters. A string cut out of a request body keeps the whole body alive: a million keys of
 * 32 characters would hold a million messages.
 */
export const ownedCopy = (text: string): string => Buffer.from(text).toString();

/** Small numbers for strings that come again, so that a column of them costs four bytes a row. */
export const createNameTable = (): NameTable => {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    number(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const own = ownedCopy(name);
      numbers.set(own, names.length);
      return names.push(own) - 1;
    },
    find: (name) => numbers.get(name),
    name: (number) => names[number] ?? '',
    get size() {
      return names.length;
    },
    clear() {
      numbers.clear();
      names.length = 0;
    },
  };
};
