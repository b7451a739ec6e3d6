// @ts-check
/** A list of whole numbers below 2^32 that grows, four bytes each. */
export const createNumberList = () => {
  let numbers = new Uint32Array(1 << 16);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push: (/** @type {number} */ n) => {
      if (length === numbers.length) {
        const longer = new Uint32Array(length * 2);
        longer.set(numbers);
        numbers = longer;
      }
      numbers[length++] = n;
    },
    at: (/** @type {number} */ i) => /** @type {number} */ (numbers[i]),
  };
};
