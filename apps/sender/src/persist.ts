import { isConnectionError } from '@crier/db';

const AGAIN_MS = 200;

/**
 * Says something to the record until it answers, while `inTime`. When the connection is lost the commit may have happened all
 * the same: every statement that is said here can be said again under the same token.
 */
export const persist = async <T>(say: () => Promise<T>, inTime: () => boolean): Promise<T> => {
  while (true) {
    try {
      return await say();
    } catch (error) {
      if (!isConnectionError(error) || !inTime()) throw error;
      await new Promise((resolve) => void setTimeout(resolve, AGAIN_MS));
    }
  }
};
