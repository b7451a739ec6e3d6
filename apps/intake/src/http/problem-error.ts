import type { ErrorCode, FieldError } from '@crier/domain';

/** Ends a request with a problem document. `retryAfterS` becomes the Retry-After header, in seconds. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(
    readonly code: ErrorCode,
    detail: string,
    readonly errors: readonly FieldError[] = [],
    readonly retryAfterS?: number,
  ) {
    super(detail);
  }
}
