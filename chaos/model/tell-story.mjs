// @ts-check
import { encode } from './encoding.mjs';
import { nextSteps } from './next-steps.mjs';
import { START } from './state.mjs';

/**
 * @typedef {import('./state.mjs').State} State
 * @typedef {import('./steps/step.mjs').Step} Step
 * @typedef {object} Walked
 * @property {{ keyOf(id: number): number }} seen
 * @property {{ at(id: number): number }} parents
 * @property {import('./steps/step.mjs').Broken} broken
 */

/**
 * How one gets to a state, a line a step, and what becomes of the row whenever it changes. Goes the way again from the
 * start: a state's number does not tell the workers apart, a story does.
 *
 * @param {Walked} walked
 * @param {number} id
 * @param {Step} [last] one step more
 * @returns {string[]}
 */
export const tellStory = ({ seen, parents, broken }, id, last) => {
  const keys = pathTo(parents, id).map((at) => seen.keyOf(at));
  let s = START;
  const follow = (/** @type {(step: Step) => boolean} */ isIt) => {
    const step = nextSteps(s, broken).find(isIt);
    if (step === undefined) throw new Error('the walk has a gap');
    const line = tell(s, step);
    s = step.to;
    return line;
  };
  const story = keys.slice(1).map((key) => follow((step) => encode(step.to) === key));
  if (last === undefined) return story;
  const key = encode(last.to);
  return [...story, follow((step) => step.does === last.does && encode(step.to) === key)];
};

const pathTo = (/** @type {Walked['parents']} */ parents, /** @type {number} */ id) => {
  const path = [id];
  for (let at = id; at !== 0; at = parents.at(at)) path.unshift(parents.at(at));
  return path;
};

const tell = (/** @type {State} */ from, /** @type {Step} */ { who, does, to }) =>
  `${who} ${does}${from.row === to.row ? '' : `   [${from.row} -> ${to.row}]`}`;
