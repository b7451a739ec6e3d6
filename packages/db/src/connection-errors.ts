const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  // Postgres: admin shutdown, crash shutdown, cannot connect now, too many connections, read-only standby, disk full
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '53100',
  '08000',
  '08003',
  '08006',
]);

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The server is away or can't take anything: nobody's row is at fault, and trying again later may help. */
export const isConnectionError = (error: unknown): boolean => LOST.has(codeOf(error));

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
