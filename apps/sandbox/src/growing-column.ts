type Numbers = Uint8Array | Uint32Array | Float64Array;

export interface GrowingColumn {
  push(value: number): void;
  at(row: number): number;
  clear(): void;
}

/** Numbers at their real width: a million rows of four bytes are 4 MB, and reading them all takes about a millisecond. */
export const createGrowingColumn = (make: (length: number) => Numbers): GrowingColumn => {
  let values = make(1024);
  let length = 0;
  return {
    push(value) {
      if (length === values.length) {
        const wider = make(length * 2);
        wider.set(values);
        values = wider;
      }
      values[length] = value;
      length += 1;
    },
    at: (row) => values[row] ?? 0,
    clear() {
      values = make(1024);
      length = 0;
    },
  };
};
