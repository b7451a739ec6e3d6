import type { ErrorCode, FieldError } from '@crier/domain';

interface ProblemOptions {
  readonly errors?: readonly FieldError[];
  /** What a page says in large letters. */
  readonly headline?: string;
  /** When asking again may help, in seconds; the code's own if left out. */
  readonly retryAfterS?: number;
}

/** Ends a request with a problem document, or with a page where a person looks at the answer. `detail` says what to do. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly errors: readonly FieldError[];
  readonly headline: string | undefined;
  readonly retryAfterS: number | undefined;
  constructor(
    readonly code: ErrorCode,
    detail: string,
    { errors = [], headline, retryAfterS }: ProblemOptions = {},
  ) {
    super(detail);
    this.errors = errors;
    this.headline = headline;
    this.retryAfterS = retryAfterS;
  }
}
