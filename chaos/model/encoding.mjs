// @ts-check
/**
 * @typedef {import('./state.mjs').State} State
 * @typedef {import('./state.mjs').Place} Place
 * @typedef {{ field: keyof State, values: readonly unknown[], digitOf: ReadonlyMap<unknown, number> }} Digit
 */
import { MOST_ALLOWANCE, PLACES, START } from './state.mjs';

const NO_YES = [false, true];
const PLACE = /** @type {Place[]} */ (Object.keys(PLACES));

/** @returns {Digit} */
const digit = (/** @type {keyof State} */ field, /** @type {readonly unknown[]} */ values) => ({
  field,
  values,
  digitOf: new Map(values.map((value, n) => [value, n])),
});

/** Every field with the values that it can have: the digits of a state's number. -1 is an allowance overdrawn. */
const DIGITS = [
  digit('row', ['queued', 'retrying', 'sending', 'unknown', 'accepted', 'delivered', 'dead']),
  digit('due', NO_YES),
  digit('owner', ['nobody', 1, 2]),
  digit('lease', NO_YES),
  digit('mayHaveArrived', NO_YES),
  digit('job', ['none', 'waiting', 1, 2]),
  digit('claim', ['none', 'orphan', 1, 2]),
  digit('mark', NO_YES),
  digit('sent', NO_YES),
  digit('allowance', [-1, ...Array(MOST_ALLOWANCE + 1).keys()]),
  digit('keepersTurn', NO_YES),
  digit('replaying', NO_YES),
  digit('w1', PLACE),
  digit('w2', PLACE),
];

/** The same with the names of the workers exchanged. */
const EXCHANGED = DIGITS.map(({ field, values }) => {
  if (field === 'w1' || field === 'w2') return digit(field === 'w1' ? 'w2' : 'w1', values);
  const named = field === 'owner' || field === 'job' || field === 'claim';
  return digit(field, named ? values.map((value) => (value === 1 ? 2 : value === 2 ? 1 : value)) : values);
});
const ORDER = /** @type {Record<Place, number>} */ (Object.fromEntries(PLACE.map((place, n) => [place, n])));

/**
 * A state as one exact integer: millions fit where thousands of objects would. Workers are alike, so a state and the same
 * with their names exchanged have one number: half of all states say nothing new.
 */
export const encode = (/** @type {State} */ s) => {
  if (s.w1 === s.w2) return Math.min(number(s, DIGITS), number(s, EXCHANGED));
  return number(s, ORDER[s.w1] < ORDER[s.w2] ? DIGITS : EXCHANGED);
};

const number = (/** @type {State} */ s, /** @type {readonly Digit[]} */ digits) => {
  let n = 0;
  for (const { field, values, digitOf } of digits) {
    const next = digitOf.get(s[field]);
    if (next === undefined) throw new Error(`${field} can't be ${s[field]}`);
    n = n * values.length + next;
  }
  return n;
};

/** One of the at most two states that have this number. @returns {State} */
export const decode = (/** @type {number} */ n) => {
  const s = /** @type {Record<string, unknown>} */ ({ ...START });
  let rest = n;
  for (const { field, values } of DIGITS.toReversed()) {
    s[field] = values[rest % values.length];
    rest = Math.floor(rest / values.length);
  }
  return /** @type {State} */ (/** @type {unknown} */ (s));
};
