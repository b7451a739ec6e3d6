import { isTerminal } from '@crier/domain';
import { deadText } from '../bury.js';
import type { Step } from '../pass.js';

/** Step 1, terminal? What is over stays over; a job never revives a dead delivery by running. */
export const settled: Step = async (_deps, { delivery }) => {
  if (!isTerminal(delivery.state)) return 'go on';
  return delivery.state === 'dead' ? { kind: 'fail', text: deadText(delivery.reason) } : { kind: 'done' };
};
