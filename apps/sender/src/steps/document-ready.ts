import { bury } from '../bury.js';
import { moveThen } from '../move.js';
import type { Step } from '../pass.js';

/**
 * Nothing goes out that links to or carries a document which is not there. Who waits for one is due when it is, or at the
 * end of the longest wait: a document that is not ready by then is the end, and a visible one. Who did not wait finds it
 * missing if its file was lost and it is being made anew: the wait begins now.
 */
export const documentReady: Step = async (deps, pass) => {
  const { document, logSeq, state } = pass.delivery;
  if (document === null || document.state === 'ready') return 'go on';
  const guard = { kind: 'open', logSeq } as const;
  if (document.state === 'pending' && state !== 'waiting_document') {
    const wait = { id: pass.delivery.id, guard, to: 'waiting_document', reason: null, entry: null } as const;
    // Its end is the document's, or the keeper's: until then it needs no job. If the document is there by now, a sweep sees it.
    return moveThen(deps, { ...wait, dueInMs: deps.documentWaitMs }, { kind: 'done' });
  }
  const message = document.state === 'failed' ? 'It could not be made.' : 'It was not there after the longest wait.';
  return bury(deps, pass, 'document_failed', guard, {
    provider: null,
    status: null,
    code: 'document_failed',
    message,
    result: 'dead',
  });
};
