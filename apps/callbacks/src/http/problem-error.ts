import type { ErrorCode } from '@crier/domain';

/** Ends a request with a problem document. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(
    readonly code: ErrorCode,
    detail: string,
  ) {
    super(detail);
  }
}

/** 403: whoever sent this is not the provider, as far as we can tell. Nothing of it was stored. */
export const unverified = (why: string): ProblemError => new ProblemError('forbidden', why);

/** 503: what it takes to judge or store this is away. Providers send it again. */
export const tryAgain = (why: string): ProblemError => new ProblemError('unavailable', `${why} Send it again.`);
