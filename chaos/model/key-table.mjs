// @ts-check
const EMPTY = -1;
const FULL = 0.6;

/** Spreads neighbours over the whole table: the finalizer of MurmurHash3. */
const mix = (/** @type {number} */ n) => {
  let h = n ^ (n >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
};

/**
 * Numbers the keys it is given, 0 for the first: an open-addressing hash table over typed arrays, 20 bytes a key and no
 * object. Keys are whole numbers >= 0 up to 2^53.
 */
export const createKeyTable = () => {
  let keys = new Float64Array(1 << 16);
  let slots = new Int32Array(1 << 17).fill(EMPTY);
  let size = 0;

  const slotOf = (/** @type {number} */ key) => {
    const mask = slots.length - 1;
    let at = mix(mix(key | 0) ^ (key / 0x1_0000_0000)) & mask;
    for (;;) {
      const id = /** @type {number} */ (slots[at]);
      if (id === EMPTY || keys[id] === key) return at;
      at = (at + 1) & mask;
    }
  };
  const grow = () => {
    if (size === keys.length) {
      const wider = new Float64Array(size * 2);
      wider.set(keys);
      keys = wider;
    }
    if (size < slots.length * FULL) return;
    slots = new Int32Array(slots.length * 2).fill(EMPTY);
    for (let id = 0; id < size; id++) slots[slotOf(/** @type {number} */ (keys[id]))] = id;
  };

  return {
    get size() {
      return size;
    },
    /** The number of a key; a new key gets the next one, which is then the size less one. */
    add: (/** @type {number} */ key) => {
      const at = slotOf(key);
      const known = /** @type {number} */ (slots[at]);
      if (known !== EMPTY) return known;
      const id = size;
      keys[id] = key;
      slots[at] = id;
      size++;
      grow();
      return id;
    },
    keyOf: (/** @type {number} */ id) => /** @type {number} */ (keys[id]),
  };
};
