import type { ErrorCode } from '@crier/domain';
import { ProblemError } from '../http/problem-error.js';

/** It takes a second when nothing is in the way, and a retry's delay when something is. */
const LOOK_AGAIN_S = 15;

interface Refusal {
  readonly code: ErrorCode;
  readonly headline: string;
  readonly words: string;
  readonly retryAfterS?: number;
}

/** Why somebody who follows a link sees no document. */
const REFUSALS = {
  expired: {
    code: 'forbidden',
    headline: 'This link has expired',
    words: 'A document can be opened for some time after its message. Ask whoever it is from to send it again.',
  },
  invalid: {
    code: 'forbidden',
    headline: 'This link does not work',
    words: 'It may have been cut when it was copied: open it from the message itself.',
  },
  pending: {
    code: 'not_found',
    headline: 'This document is not there yet',
    words: 'It is being made. Open the link again in a minute.',
    retryAfterS: LOOK_AGAIN_S,
  },
  failed: {
    code: 'not_found',
    headline: 'This document could not be made',
    words: 'The operators have been told. Once they have made it, this link opens it.',
  },
  missing: {
    code: 'not_found',
    headline: 'This document is gone',
    words: 'It is not kept any more. Ask whoever it is from to send it again.',
  },
  unavailable: {
    code: 'unavailable',
    headline: 'This does not work right now',
    words: 'The document is there and can’t be fetched. Try again in a moment.',
  },
} as const satisfies Record<string, Refusal>;

/** The error that says so, as a page or a problem document. */
export const refusedDocument = (why: keyof typeof REFUSALS): ProblemError => {
  const { code, words, ...options }: Refusal = REFUSALS[why];
  return new ProblemError(code, words, options);
};
