/** The start can't go on, and the operator can mend it: the message says what and how. Ends the process with status 1. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
