const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'CONNECT_TIMEOUT',
  'SILENCE_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '25006', // read only: a standby, or a server that was demoted
  '58030', // I/O error
]);
/** SQLSTATE classes: connection exception; insufficient resources (disk, memory, connections); shut down or starting up. */
const LOST_CLASS = /^(08|53|57P)/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The server is away or can't take anything: nobody's row is at fault, and trying again later may help. */
export const isConnectionError = (error: unknown): boolean => {
  const code = codeOf(error);
  return LOST.has(code) || LOST_CLASS.test(code);
};

/** A deadlock or a serialization failure: the statement changed nothing and may be sent again as it is. */
export const isRetryable = (error: unknown): boolean => codeOf(error) === '40P01' || codeOf(error) === '40001';

/** Repeats a statement that lost a deadlock. Lock order makes this rare; it must not cost a message when it happens. */
export const retryDeadlock = async <T>(run: () => Promise<T>, tries = 5): Promise<T> => {
  for (let left = tries; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (left <= 1 || !isRetryable(error)) throw error;
    }
  }
};
