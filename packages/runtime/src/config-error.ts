/** The start can't go on, and the operator can mend it: the message says what and how. Ends the process with status 1. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly forOperator = true;
}

/**
 * Whether an error speaks to the operator: its message is enough and a stack would hide it. Rooms that can't import this
 * one mark their errors with `forOperator` too.
 */
export const isForOperator = (error: unknown): error is Error =>
  error instanceof Error && 'forOperator' in error && error.forOperator === true;
