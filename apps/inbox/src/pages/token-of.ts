import type { TokenReading } from '@crier/domain';
import type { Request } from 'express';
import { ProblemError } from '../http/problem-error.js';

const refuse = (headline: string, words: string): ProblemError => new ProblemError('forbidden', words, { headline });

/** The token of a page's address; empty when there is none. */
export const tokenOf = (req: Request): string => (typeof req.query.token === 'string' ? req.query.token : '');

/** 403: a link whose time is over, that was altered, or whose person is gone. Nothing was changed. */
export const refusedLink = (kind: 'expired' | 'invalid'): ProblemError =>
  kind === 'expired'
    ? refuse('This link has expired', 'Nothing was changed. Use the link in the newest message that you have from us.')
    : refuse(
        'This link does not work',
        'Nothing was changed. It may have been cut when it was copied: open it from the message itself.',
      );

/** What a token says, or the refusal. */
export const validOf = <T>(reading: TokenReading<T>): T => {
  if (reading.kind !== 'valid') throw refusedLink(reading.kind);
  return reading;
};
