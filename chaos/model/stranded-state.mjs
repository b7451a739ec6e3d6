// @ts-check
/** @typedef {ReturnType<typeof import('./number-list.mjs').createNumberList>} NumberList */

/**
 * The first state from which no step of `steps` leads to an end any more, or undefined: goes back from the ends along every
 * step, and looks for what was not met.
 *
 * @param {number} states
 * @param {{ from: NumberList, to: NumberList }} steps
 * @param {NumberList} ends
 * @returns {number | undefined}
 */
export const strandedState = (states, steps, ends) => {
  const { first, sources } = incoming(states, steps);
  const met = new Uint8Array(states);
  const todo = new Uint32Array(states);
  let waiting = 0;
  const meet = (/** @type {number} */ id) => {
    if (met[id]) return;
    met[id] = 1;
    todo[waiting++] = id;
  };
  for (let i = 0; i < ends.length; i++) meet(ends.at(i));
  while (waiting > 0) {
    const id = /** @type {number} */ (todo[--waiting]);
    const until = /** @type {number} */ (first[id + 1]);
    for (let i = /** @type {number} */ (first[id]); i < until; i++) meet(/** @type {number} */ (sources[i]));
  }
  const stranded = met.indexOf(0);
  return stranded === -1 ? undefined : stranded;
};

/** Where one can come from, by where one gets to: those of state n are sources[first[n]] … sources[first[n + 1] - 1]. */
const incoming = (/** @type {number} */ states, /** @type {{ from: NumberList, to: NumberList }} */ { from, to }) => {
  const first = new Uint32Array(states + 1);
  const sources = new Uint32Array(from.length);
  const add = (/** @type {Uint32Array} */ counts, /** @type {number} */ at, /** @type {number} */ n) => {
    counts[at] = /** @type {number} */ (counts[at]) + n;
    return /** @type {number} */ (counts[at]);
  };
  for (let i = 0; i < to.length; i++) add(first, to.at(i) + 1, 1);
  for (let n = 0; n < states; n++) add(first, n + 1, /** @type {number} */ (first[n]));
  const next = first.slice();
  for (let i = 0; i < from.length; i++) sources[add(next, to.at(i), 1) - 1] = from.at(i);
  return { first, sources };
};
