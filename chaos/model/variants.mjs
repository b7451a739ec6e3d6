// @ts-check
/**
 * The rules that can be broken, one at a time: what is done instead, and which property that costs.
 *
 * @satisfies {Readonly<Record<string, { does: string, costs: import('./properties.mjs').Property }>>}
 */
export const VARIANTS = Object.freeze({
  'blind-retry': {
    does: 'a dead lease is simply sent again, instead of becoming `unknown`',
    costs: 'more-copies',
  },
  'dead-job-replays': {
    does: 'a job that runs for a dead delivery counts as a replay',
    costs: 'revived',
  },
  'drop-evidence': {
    does: 'an acceptance that comes when the row is `dead` or `queued` is ignored',
    costs: 'said-less',
  },
  'redis-only': {
    does: 'the claim in Redis is the only arbiter; the move to `sending` asks nothing',
    costs: 'more-copies',
  },
  'mark-first': {
    does: '`accepted` is written before the request',
    costs: 'never-sent',
  },
  'failover-on-ambiguous': {
    does: 'silence of the first provider is taken for a refusal: the second gets the message at once',
    costs: 'more-copies',
  },
  'unfenced-failover': {
    does: 'the second provider is called whatever has become of the lease meanwhile',
    costs: 'out-of-turn',
  },
  'unlogged-failover': {
    does: 'a yes without a message id is not in the record yet when the second provider is called',
    costs: 'more-copies',
  },
  'unadmitted-replay': {
    does: 'a replay of what may have arrived is not admitted as a possible second copy',
    costs: 'more-copies',
  },
  'release-foreign-claim': {
    does: 'a worker gives the claim back without looking whose it is',
    costs: 'foreign-claim',
  },
  'finish-job-on-lost-race': {
    does: 'a worker that finds another’s live lease finishes the job',
    costs: 'nobody-looks',
  },
  'forget-lost-transition': {
    does: 'a worker whose move to `unknown` lost the race waits for a window that nobody opened',
    costs: 'nobody-looks',
  },
  'stale-pass': {
    does: 'the conditional updates ask for the state only, not whether the row is due',
    costs: 'too-early',
  },
  'forgetful-keeper': {
    does: 'the keeper gives no job to what is unknown when its window is over',
    costs: 'no-end',
  },
  'let-go': {
    does: 'a worker that can neither record nor mark an acceptance gives it up and looks again',
    costs: 'given-up',
  },
});

/** @typedef {keyof typeof VARIANTS} Variant */

/** @returns {name is Variant} */
export const isVariant = (/** @type {string} */ name) => Object.hasOwn(VARIANTS, name);
