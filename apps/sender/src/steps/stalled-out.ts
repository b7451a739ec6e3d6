import { bury } from '../bury.js';
import type { Step } from '../pass.js';

/** Deaths of workers over one message after which it is taken for their cause. */
const TOO_OFTEN = 10;

export const stalledOut: Step = async (deps, pass) =>
  pass.stalled >= TOO_OFTEN
    ? bury(
        deps,
        pass,
        'stalled',
        { kind: 'open', logSeq: pass.delivery.logSeq },
        { provider: null, status: null, code: 'stalled', message: null, result: 'dead' },
      )
    : 'go on';
