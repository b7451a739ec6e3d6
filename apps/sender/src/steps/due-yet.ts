import type { Step } from '../pass.js';

/** A job that runs before its row is due goes back to it: the row decides, whatever Redis thinks. */
export const dueYet: Step = async (_deps, { delivery }) =>
  delivery.dueInMs !== null && delivery.dueInMs > 1 ? { kind: 'wait', ms: delivery.dueInMs } : 'go on';
