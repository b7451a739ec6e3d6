import { bury } from '../bury.js';
import type { Step } from '../pass.js';

/**
 * Nothing goes out that links to or carries a document which is not there. Who waits for one is due when it is, or at the
 * end of the longest wait: a document that is not ready by then is the end, and a visible one.
 */
export const documentReady: Step = async (deps, pass) => {
  const { document, logSeq } = pass.delivery;
  if (document === null || document.state === 'ready') return 'go on';
  const message = document.state === 'failed' ? 'It could not be made.' : 'It was not there after the longest wait.';
  return bury(
    deps,
    pass,
    'document_failed',
    { kind: 'open', logSeq },
    { provider: null, status: null, code: 'document_failed', message, result: 'dead' },
  );
};
