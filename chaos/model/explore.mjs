// @ts-check
import { decode, encode } from './encoding.mjs';
import { createKeyTable } from './key-table.mjs';
import { nextSteps } from './next-steps.mjs';
import { createNumberList } from './number-list.mjs';
import { IN_A_STATE, IN_A_STEP, isEnd } from './properties.mjs';
import { START } from './state.mjs';
import { strandedState } from './stranded-state.mjs';
import { tellStory } from './tell-story.mjs';

/**
 * @typedef {import('./variants.mjs').Variant} Variant
 * @typedef {import('./steps/step.mjs').Step} Step
 * @typedef {import('./properties.mjs').Property} Property
 * @typedef {{ property: Property, id: number, step?: Step }} Fault the state where it was seen, and the step that did it
 *
 * @typedef {object} Exploration
 * @property {number} states
 * @property {number} ends
 * @property {ReadonlySet<string>} places where the workers and the row have been
 * @property {ReadonlyMap<Property, readonly string[]>} faults each property that is broken, with a shortest story of it
 */

/** A design that needs more than this counts something without end. */
const MOST_STATES = 6_000_000;

/** People, providers and faults may never come: no end may depend on them. */
const isOurs = (/** @type {Step} */ { kind, who }) => kind !== 'fault' && kind !== 'replay' && who !== 'a callback';

/**
 * Goes through every state that can be reached, breadth first, so that the first story of a fault is a shortest one. Throws
 * RangeError when there are more than `mostStates`.
 *
 * @param {Variant} [variant] the rule to break; none = as designed
 * @param {{ until?: Property, mostStates?: number }} [options] until = stop as soon as this property is broken
 * @returns {Exploration}
 */
export const explore = (variant, { until, mostStates = MOST_STATES } = {}) => {
  const broken = (/** @type {Variant} */ rule) => rule === variant;
  const seen = createKeyTable();
  const parents = createNumberList();
  const ours = { from: createNumberList(), to: createNumberList() };
  const ends = createNumberList();
  /** @type {Set<string>} */
  const places = new Set();
  /** @type {Map<Property, Fault>} */
  const faults = new Map();
  const note = (/** @type {Fault} */ fault) => void (faults.has(fault.property) || faults.set(fault.property, fault));

  const follow = (/** @type {number} */ id, /** @type {Step} */ step) => {
    const next = seen.add(encode(step.to));
    if (next === parents.length) parents.push(id);
    if (next === id || !isOurs(step)) return;
    ours.from.push(id);
    ours.to.push(next);
  };
  const visit = (/** @type {number} */ id) => {
    const s = decode(seen.keyOf(id));
    places.add(s.w1).add(s.w2).add(s.row);
    if (isEnd(s)) ends.push(id);
    for (const [property, holds] of IN_A_STATE) if (holds(s)) note({ property, id });
    // Where the ledger is overdrawn already, what follows tells nothing new.
    if (s.allowance < 0) return;
    for (const step of nextSteps(s, broken)) {
      for (const [property, holds] of IN_A_STEP) if (holds(s, step)) note({ property, id, step });
      follow(id, step);
    }
  };

  seen.add(encode(START));
  parents.push(0);
  for (let id = 0; id < seen.size && !(until && faults.has(until)); id++) {
    if (seen.size > mostStates)
      throw new RangeError(`more than ${mostStates} states: something is counted without end`);
    visit(id);
  }
  const stranded = faults.size === 0 ? strandedState(seen.size, ours, ends) : undefined;
  if (stranded !== undefined) note({ property: 'no-end', id: stranded });
  const story = (/** @type {Fault} */ { id, step }) => tellStory({ seen, parents, broken }, id, step);
  return {
    states: seen.size,
    ends: ends.length,
    places,
    faults: new Map([...faults.values()].map((fault) => [fault.property, story(fault)])),
  };
};
